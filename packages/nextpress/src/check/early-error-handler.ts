import { type Problem, problemOf } from './problem.ts';
import { areSiblings, meet, type Step } from './steps.ts';

/**
 * Finds error handlers that are registered before everything whose errors they could handle: errors only go forward.
 */
export function findEarlyErrorHandlers(steps: readonly Step[]): Problem[] {
  return steps.flatMap((step, at) =>
    step.kind === 'error handler' ? inMiddleware(step, steps.slice(0, at)) : inRoute(step),
  );
}

function inMiddleware(handler: Step, before: readonly Step[]): Problem[] {
  const sources = before.filter((step) => step.kind !== 'error handler' && areSiblings(step, handler));
  if (sources.some((source) => mayMeet(source, handler))) return [];
  // Patterns may overlap on a path that is not a sample, and an application passes malformed targets to its first error
  // handler.
  const isProven = handler.row.mounts.length > 0 && sources.length === 0;
  const severity = isProven ? 'error' : 'warning';
  return [early(handler, severity, 'an error handler only gets errors from handlers registered before it')];
}

/** Unknown without samples. */
function mayMeet(one: Step, other: Step): boolean {
  return one.samples.length === 0 || other.samples.length === 0 || meet(one, other);
}

function inRoute(step: Step): Problem[] {
  const [first] = step.handlers;
  if (step.kind !== 'route' || first?.length !== 4) return [];
  // In `route(path).get(handler).all(onError).post(handler)`, `onError` is first for some methods.
  if (step.row.groups().some(({ handlers }) => handlers.indexOf(first) > 0)) return [];
  return [early(step, 'error', 'its first handler is an error handler, so no error can reach it')];
}

function early(step: Step, severity: Problem['severity'], text: string): Problem {
  return problemOf(step, {
    code: 'error-handler-too-early',
    severity,
    message: 'never receives an error',
    causes: [{ text }],
    fix: 'Register it after everything whose errors it should handle.',
  });
}
