import type { ExplainedStep, Inspecting } from '@nextpress/server';
import { IDENTITY } from '@nextpress-internal/internals/keys';
import { type Problem, problemOf } from './problem.ts';
import { isWebSocketHandler, type Step } from './steps.ts';

/** Stands for every method: few routes use it. */
const RARE_METHOD = 'M-SEARCH';

/** Finds steps for an empty array of paths, and steps whose requests are all handled by an earlier step. */
export async function findUnreachable(steps: readonly Step[], app: Inspecting): Promise<Problem[]> {
  const problems = steps
    .filter(({ row }) => isEmptyList(row) && !row.mounts.some(isEmptyList))
    .map(neverReached);
  for (const [at, step] of steps.entries()) {
    const blocker = await findBlocker(step, steps.slice(0, at), app);
    if (blocker === undefined) continue;
    const { subject, place, kind } = blocker;
    // A guard that only responds to some requests leaves the others without a response.
    const orElse = kind === 'middleware' ? `let ${subject} take next and call it` : 'remove one of the two';
    problems.push(
      problemOf(step, {
        code: 'unreachable',
        message: 'seems never to be reached',
        causes: [{ text: `${subject} matches the same requests and does not call next()`, place }],
        fix: `Register ${step.subject} first, or ${orElse}.`,
      }),
    );
  }
  return problems;
}

function isEmptyList({ path }: Pick<Step['row'], 'path'>): boolean {
  return Array.isArray(path) && path.length === 0;
}

/** In Express 4 an empty array matches every path, so its registrations never get here. */
function neverReached(step: Step): Problem {
  return problemOf(step, {
    code: 'unreachable',
    severity: 'error',
    message: 'is never reached',
    causes: [{ text: 'its list of paths is empty' }],
    fix: 'Leave out the list if it is for every path.',
  });
}

/**
 * The step that responds to another step's sample requests; `undefined` if one of them reaches that step. WebSocket
 * upgrades skip the pages of routes.
 */
async function findBlocker(step: Step, before: readonly Step[], app: Inspecting): Promise<Step | undefined> {
  if (step.kind !== 'route' && step.kind !== 'middleware') return undefined;
  const isSocket = step.handlers.some(isWebSocketHandler);
  const named = step.methods.filter((method) => method !== '*');
  let first: Step | undefined;
  for (const path of step.samples) {
    const ending = before.filter(
      ({ kind, methods, seemsToEnd, reaches }) =>
        seemsToEnd && reaches(path) && !(isSocket && kind === 'route' && !methods.includes('*')),
    );
    // Explaining takes as long as planning all routes.
    if (ending.length === 0) return undefined;
    for (const method of named.length === 0 ? [RARE_METHOD] : named) {
      const { runs, skipped } = await app.explain(method, path);
      // A route's last handler is expected to respond, but is a guard if it declares `next`.
      const passed = [...runs, ...skipped.filter(({ reason }) => reason === 'shadowed')];
      const at = passed.findIndex((each) => isAbout(each, step));
      if (at === -1 && step.kind === 'middleware') return undefined;
      const earlier = at === -1 ? passed : passed.slice(0, at);
      const blocker = ending.find((each) => earlier.some((explained) => isAbout(explained, each)));
      if (blocker === undefined) return undefined;
      first ??= blocker;
    }
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
