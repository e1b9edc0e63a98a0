import type { Outline, OutlineEntry } from '@nextpress/server';
import type { Problem } from './problem.ts';
import { type Step, stepOf } from './steps.ts';

/** Error handlers with nothing before them whose errors they could get: errors only go forward. */
export function findEarlyErrorHandlers(outline: Outline): Problem[] {
  return outline.entries.flatMap((entry, at) => {
    const inside = entry.inner === undefined ? [] : findEarlyErrorHandlers(entry.inner);
    const before = outline.entries.slice(0, at);
    return [...inside, ...ofMiddleware(entry, before), ...ofRoute(entry)];
  });
}

function ofMiddleware(entry: OutlineEntry, before: readonly OutlineEntry[]): Problem[] {
  if (entry.kind !== 'error') return [];
  const handler = stepOf(entry);
  const sources = before.filter((each) => each.kind !== 'error').map((each) => stepOf(each));
  if (sources.some((source) => meet(source, handler))) return [];
  return [
    problemOf(handler, 'no error can reach it: errors go to the handlers registered behind their source'),
  ];
}

/** Of a route, handlers of errors that stand before all its others. */
function ofRoute(entry: OutlineEntry): Problem[] {
  if (entry.kind !== 'route' || entry.handlers[0]?.length !== 4) return [];
  return [
    problemOf(stepOf(entry), 'its first handler is an error handler, which gets no error of the route'),
  ];
}

function meet(one: Step, other: Step): boolean {
  return one.samples.some((path) => other.reaches(path)) || other.samples.some((path) => one.reaches(path));
}

function problemOf({ subject, place }: Step, reason: string): Problem {
  return {
    code: 'error-handler-too-early',
    severity: 'error',
    subject,
    place,
    fault: 'handles no error',
    because: [{ text: reason, place: undefined }],
    fix: 'Register it behind everything whose errors it is to answer.',
  };
}
