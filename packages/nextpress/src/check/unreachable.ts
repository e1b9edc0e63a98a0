import type { Problem } from './problem.ts';
import type { Step } from './steps.ts';

/** What no request ever gets to, since something before it answers all of them. */
export function findUnreachable(steps: readonly Step[]): Problem[] {
  return steps.flatMap((step, at) => {
    const blocker = step.kind === 'error' ? undefined : steps.slice(0, at).find((each) => blocks(each, step));
    return blocker === undefined ? [] : [problemOf(step, blocker)];
  });
}

function blocks(before: Step, step: Step): boolean {
  return (
    before.ends &&
    step.samples.length > 0 &&
    answersMethods(before, step) &&
    step.samples.every((path) => before.reaches(path))
  );
}

/** Middleware answers every method; a route those it names, `GET` also `HEAD`. */
function answersMethods({ kind, entry }: Step, step: Step): boolean {
  if (kind === 'middleware') return true;
  if (step.kind !== 'route') return false;
  const { methods } = entry;
  const answers = (method: string): boolean =>
    methods.includes('*') || methods.includes(method) || (method === 'HEAD' && methods.includes('GET'));
  return step.entry.methods.every(answers);
}

function problemOf(step: Step, blocker: Step): Problem {
  return {
    code: 'unreachable',
    severity: 'error',
    subject: step.subject,
    place: step.place,
    fault: 'is never reached',
    because: [
      { text: `${blocker.subject} answers every request for it and passes none on`, place: blocker.place },
    ],
    fix: `Register ${step.subject} before it, or remove one of the two.`,
  };
}
