import type { Outline } from '@nextpress/server';
import { findEarlyErrorHandlers } from './early-error-handler.ts';
import { findDifferences } from './express-difference.ts';
import { findIdleFileServers } from './idle-file-server.ts';
import { findLateGuards } from './late-guard.ts';
import type { Problem } from './problem.ts';
import { type Step, stepsOf } from './steps.ts';
import { findUnreachable } from './unreachable.ts';

const OUTLINE: unique symbol = Symbol.for('nextpress.outline') as never;

/** An application or a router, of any copy of the framework. */
export interface OutlinedApplication {
  [OUTLINE](): Outline;
}

export function isApplication(value: unknown): value is OutlinedApplication {
  return typeof value === 'function' && OUTLINE in value;
}

export interface CheckResult {
  readonly routes: number;
  readonly middleware: number;
  readonly problems: readonly Problem[];
}

/** Finds registrations that cannot work as intended, without running any of them. */
export function checkApplication(app: OutlinedApplication): CheckResult {
  const outline = app[OUTLINE]();
  const steps = stepsOf(outline);
  const routes = steps.filter(({ kind }) => kind === 'route').length;
  return {
    routes,
    middleware: steps.length - routes,
    problems: [
      ...findUnreachable(steps),
      ...findEarlyErrorHandlers(outline),
      ...findLateGuards(steps),
      ...findIdleFileServers(steps),
      ...findDifferences(steps),
    ].sort(byPlace(steps)),
  };
}

/** In the order of registration. */
function byPlace(steps: readonly Step[]): (one: Problem, other: Problem) => number {
  const position = ({ subject, place }: Problem): number =>
    steps.findIndex((step) => step.place === place && step.subject === subject);
  return (one, other) => position(one) - position(other);
}
