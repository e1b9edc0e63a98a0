import type { Inspecting } from '@nextpress/server';
import { ROUTES } from '@nextpress-internal/internals/keys';
import { inspectable, type RoutedApplication } from '../load-application.ts';
import { findEarlyErrorHandlers } from './early-error-handler.ts';
import { findWrongParameters } from './handler-parameters.ts';
import { findLateGuards } from './late-guard.ts';
import { findLateMiddleware } from './late-middleware.ts';
import { findOpenUpgrades } from './open-upgrade.ts';
import type { Problem } from './problem.ts';
import { type Step, stepsOf } from './steps.ts';
import { findDifferences, findRootsInLists } from './unexpected-match.ts';
import { findUnreachable } from './unreachable.ts';
import { listValidated, type ValidatedRoute } from './validated-route.ts';

export interface CheckResult {
  readonly routes: number;
  readonly middleware: number;
  /** The routes that validate requests. */
  readonly validated: readonly ValidatedRoute[];
  readonly problems: readonly Problem[];
}

/** Finds registrations that cannot work as intended, without calling any of them. */
export async function checkApplication(app: RoutedApplication): Promise<CheckResult> {
  const steps = stepsOf(app[ROUTES]());
  const inspected = inspectable(app) ?? (await inApplication(app));
  const countOf = (...kinds: Step['kind'][]): number =>
    steps.filter(({ kind }) => kinds.includes(kind)).length;
  return {
    routes: countOf('route'),
    middleware: countOf('middleware', 'error handler'),
    validated: listValidated(steps),
    problems: [
      ...(await findUnreachable(steps, inspected)),
      ...findEarlyErrorHandlers(steps),
      ...findLateGuards(steps),
      ...findLateMiddleware(steps),
      ...findOpenUpgrades(steps),
      ...findWrongParameters(steps),
      ...findRootsInLists(steps),
      ...findDifferences(steps),
    ].sort(byPlace(steps)),
  };
}

async function inApplication(router: object): Promise<Inspecting> {
  const { createServer } = await import('@nextpress/server');
  return createServer().use(router as never);
}

/** In the order of registration. */
function byPlace(steps: readonly Step[]): (one: Problem, other: Problem) => number {
  const position = ({ subject, place }: Problem): number =>
    steps.findIndex((step) => step.place === place && step.subject === subject);
  return (one, other) => position(one) - position(other);
}
