import type { Problem } from './problem.ts';
import type { Step } from './steps.ts';

/** Steps whose requests are all handled by an earlier step. */
export function findUnreachable(steps: readonly Step[]): Problem[] {
  return steps.flatMap((step, at) => {
    const blocker = step.kind === 'error' ? undefined : steps.slice(0, at).find((each) => blocks(each, step));
    return blocker === undefined ? [] : [problemOf(step, blocker)];
  });
}

function blocks(before: Step, step: Step): boolean {
  return (
    before.seemsToEnd &&
    step.samples.length > 0 &&
    handlesMethods(before, step) &&
    step.samples.every((path) => before.reaches(path))
  );
}

/** Middleware handles every method; a route those it names, `GET` also `HEAD`. */
function handlesMethods({ kind, entry }: Step, step: Step): boolean {
  if (kind === 'middleware') return true;
  if (step.kind !== 'route') return false;
  const { methods } = entry;
  const handles = (method: string): boolean =>
    methods.includes('*') || methods.includes(method) || (method === 'HEAD' && methods.includes('GET'));
  return step.entry.methods.every(handles);
}

function problemOf(step: Step, blocker: Step): Problem {
  return {
    code: 'unreachable',
    severity: 'warning',
    subject: step.subject,
    place: step.place,
    message: 'seems never to be reached',
    causes: [
      { text: `${blocker.subject} matches the same requests and does not call next()`, place: blocker.place },
    ],
    fix: `Register ${step.subject} first, or remove one of the two.`,
  };
}
