import type { ExplainedStep, Inspecting } from '@nextpress/server';
import type { Problem } from './problem.ts';
import type { Step } from './steps.ts';

/** The key of the row of the table that a step of an explanation is about. */
const IDENTITY: unique symbol = Symbol.for('nextpress.identity') as never;

/** Steps whose requests are all handled by an earlier step. */
export async function findUnreachable(
  steps: readonly Step[],
  explain: Inspecting['explain'],
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const [at, step] of steps.entries()) {
    const before = steps.slice(0, at).filter((each) => mayBlock(each, step));
    const blocker = before.length === 0 ? undefined : await findBlocker(step, before, explain);
    if (blocker !== undefined) problems.push(problemOf(step, blocker));
  }
  return problems;
}

/** Asks for an explanation of each sample request: those that no step before it responds to reach the step. */
async function findBlocker(
  step: Step,
  before: readonly Step[],
  explain: Inspecting['explain'],
): Promise<Step | undefined> {
  const { methods, samples, kind } = step;
  const method = methods.find((each) => each !== '*') ?? 'GET';
  let first: Step | undefined;
  for (const path of samples) {
    const { runs, skipped } = await explain(method, path);
    // The last handler of a route is expected to respond, but is a guard if it declares `next`.
    const passed = [...runs, ...skipped.filter(({ reason }) => reason === 'shadowed')];
    const at = passed.findIndex((each) => isAbout(each, step));
    if (at === -1 && kind === 'middleware') return undefined;
    const earlier = at === -1 ? passed : passed.slice(0, at);
    const blocker = before.find(
      (each) => each.reaches(path) && earlier.some((explained) => isAbout(explained, each)),
    );
    if (blocker === undefined) return undefined;
    first ??= blocker;
  }
  return first;
}

function isAbout(
  explained: ExplainedStep & { readonly [IDENTITY]?: object },
  { row, methods }: Step,
): boolean {
  return (
    explained[IDENTITY] === row.identity &&
    explained.path === [row.path].flat().join(', ') &&
    explained.methods.join() === methods.join()
  );
}

/** Middleware handles every method; a route those it names. */
function mayBlock(before: Step, { kind, methods, samples }: Step): boolean {
  if (!before.seemsToEnd || !samples.some((path) => before.reaches(path))) return false;
  if (before.kind === 'middleware') return kind === 'route' || kind === 'middleware';
  return (
    kind === 'route' &&
    methods.every((method) => before.methods.includes('*') || before.methods.includes(method))
  );
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
