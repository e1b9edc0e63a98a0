import type { Problem } from './problem.ts';
import type { Step } from './steps.ts';

/**
 * Middleware under a prefix that stands behind what it seems meant to guard. It is an error when there is nothing behind it;
 * otherwise what stands before it, a login page or public files, may be meant to be open.
 */
export function findLateGuards(steps: readonly Step[]): Problem[] {
  return steps.flatMap((guard, at) => {
    if (!isGuard(guard)) return [];
    const open = steps.slice(0, at).filter((step) => isOpenBefore(step, guard));
    const guarded = steps.slice(at + 1).filter((step) => step.samples.some((path) => guard.reaches(path)));
    const isPartly = guarded.some(({ kind }) => kind !== 'error');
    if (open.length === 0 || (isPartly && guard.isScoped)) return [];
    return [problemOf(guard, open, isPartly)];
  });
}

/** Middleware that lets requests through, for a part of the paths. */
function isGuard({ kind, pattern, ends, entry }: Step): boolean {
  return kind === 'middleware' && pattern !== '/' && pattern !== '' && !ends && entry.inner === undefined;
}

/** Whether a step answers requests that never get to the guard behind it. */
function isOpenBefore(step: Step, guard: Step): boolean {
  if (isFileServer(step)) return !isFileServer(guard) && guard.samples.some((path) => step.reaches(path));
  return (
    step.kind === 'route' &&
    step.ends &&
    step.samples.length > 0 &&
    step.samples.every((path) => guard.reaches(path))
  );
}

function isFileServer({ kind, entry }: Step): boolean {
  return kind === 'middleware' && entry.handlers[0]?.name === 'serveStatic';
}

function problemOf(guard: Step, open: readonly Step[], isPartly: boolean): Problem {
  return {
    code: isPartly ? 'guard-partly-late' : 'guard-too-late',
    severity: isPartly ? 'warning' : 'error',
    subject: guard.subject,
    place: guard.place,
    fault: isPartly ? 'guards only what is registered behind it' : 'comes after what it would guard',
    because: open.map(({ subject, place }) => ({ text: `${subject} answers before it`, place })),
    fix: isPartly
      ? 'Register it before them, unless they are meant to be open.'
      : 'Register it before them: what stands before a guard is not guarded.',
  };
}
