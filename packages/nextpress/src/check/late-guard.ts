import { type Problem, problemOf } from './problem.ts';
import { isFileServer, type Step } from './steps.ts';

/** Finds middleware under a prefix that is registered after routes or files it seems meant to guard. */
export function findLateGuards(steps: readonly Step[]): Problem[] {
  return steps.flatMap((guard, at) => {
    if (guard.kind !== 'middleware' || guard.pattern === '/' || guard.seemsToEnd) return [];
    const open = steps.slice(0, at).filter((step) => isOpenBefore(step, guard));
    const later = steps.slice(at + 1);
    const isPartly = later.some(
      ({ kind, samples }) =>
        (kind === 'route' || kind === 'middleware') && samples.some((path) => guard.reaches(path)),
    );
    if (open.length === 0 || (isPartly && isScoped(guard, later))) return [];
    return [lateGuard(guard, open, isPartly)];
  });
}

/** Whether a guard applies to its own router or its own call: `use('/admin', guard, router)`. */
function isScoped({ row, pattern, place }: Step, later: readonly Step[]): boolean {
  if (row.mounts.length > 0 && String(row.path) === String(row.prefix)) return true;
  // The path distinguishes one call with several handlers from a loop.
  return place !== undefined && later.some((step) => step.place === place && step.pattern === pattern);
}

/** Whether a step responds to requests that then never reach the guard. */
function isOpenBefore(step: Step, guard: Step): boolean {
  if (isFileServer(step)) return !isFileServer(guard) && guard.samples.some((path) => step.reaches(path));
  return (
    step.kind === 'route' &&
    step.seemsToEnd &&
    step.samples.length > 0 &&
    step.samples.every((path) => guard.reaches(path))
  );
}

function lateGuard(guard: Step, open: readonly Step[], isPartly: boolean): Problem {
  return problemOf(guard, {
    code: isPartly ? 'guard-partly-late' : 'guard-too-late',
    message: isPartly
      ? 'only guards routes registered after it'
      : 'is registered after the routes it would guard',
    causes: open.map(({ subject, place }) => ({ text: `${subject} responds first`, place })),
    fix: isPartly
      ? 'Register it before them, unless they are meant to be open.'
      : 'Register it before them: a guard only sees requests that earlier handlers pass on.',
  });
}
