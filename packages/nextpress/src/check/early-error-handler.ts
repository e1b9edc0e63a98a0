import type { Outline, OutlineEntry } from '@nextpress/server';
import type { Problem } from './problem.ts';
import { type Step, stepOf } from './steps.ts';

/** Error handlers that are registered before everything whose errors they could handle: errors only go forward. */
export function findEarlyErrorHandlers(outline: Outline, isMounted = false): Problem[] {
  return outline.entries.flatMap((entry, at, entries) => {
    const nested = entry.inner === undefined ? [] : findEarlyErrorHandlers(entry.inner, true);
    return [...nested, ...inMiddleware(entry, entries.slice(0, at), isMounted), ...inRoute(entry, entries)];
  });
}

function inMiddleware(entry: OutlineEntry, before: readonly OutlineEntry[], isMounted: boolean): Problem[] {
  if (entry.kind !== 'error') return [];
  const handler = stepOf(entry);
  const sources = before.filter((each) => each.kind !== 'error').map((each) => stepOf(each));
  if (sources.some((source) => meet(source, handler))) return [];
  // Patterns may meet on a path that is no sample, and an application passes malformed targets to its first error handler.
  const isProven = isMounted && sources.length === 0;
  return [
    problemOf(
      handler,
      isProven ? 'error' : 'warning',
      'an error handler gets the errors of what is registered before it',
    ),
  ];
}

function inRoute(entry: OutlineEntry, entries: readonly OutlineEntry[]): Problem[] {
  const [first] = entry.handlers;
  if (entry.kind !== 'route' || first?.length !== 4) return [];
  // `route(path).get(handler).all(onError).post(handler)` is one entry per method, and `onError` is first in some.
  const isElsewhere = entries.some(
    ({ path, handlers }) => path === entry.path && handlers.indexOf(first) > 0,
  );
  if (isElsewhere) return [];
  return [
    problemOf(stepOf(entry), 'error', 'its first handler is an error handler, so no error can reach it'),
  ];
}

function meet(one: Step, other: Step): boolean {
  if (one.samples.length === 0 || other.samples.length === 0) return true;
  return one.samples.some((path) => other.reaches(path)) || other.samples.some((path) => one.reaches(path));
}

function problemOf({ subject, place }: Step, severity: Problem['severity'], cause: string): Problem {
  return {
    code: 'error-handler-too-early',
    severity,
    subject,
    place,
    message: 'handles no error',
    causes: [{ text: cause, place: undefined }],
    fix: 'Register it after everything whose errors it should handle.',
  };
}
