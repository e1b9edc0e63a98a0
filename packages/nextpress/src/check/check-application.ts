import type { Inspecting, RouteTable } from '@nextpress/server';
import { findEarlyErrorHandlers } from './early-error-handler.ts';
import { findDifferences } from './express-difference.ts';
import { findIdleFileServers } from './idle-file-server.ts';
import { findLateGuards } from './late-guard.ts';
import type { Problem } from './problem.ts';
import { findRootsInLists } from './root-in-list.ts';
import { type Step, stepsOf } from './steps.ts';
import { findUnreachable } from './unreachable.ts';

const ROUTES: unique symbol = Symbol.for('nextpress.routes') as never;

/** An application or a router, of any copy of the framework. */
export interface RoutedApplication {
  [ROUTES](): RouteTable;
}

export function isApplication(value: unknown): value is RoutedApplication {
  return typeof value === 'function' && ROUTES in value;
}

export interface CheckResult {
  readonly routes: number;
  readonly middleware: number;
  readonly problems: readonly Problem[];
}

/** Finds registrations that cannot work as intended, without calling any of them. */
export async function checkApplication(app: RoutedApplication): Promise<CheckResult> {
  const steps = stepsOf(app[ROUTES]());
  const countOf = (...kinds: Step['kind'][]): number =>
    steps.filter(({ kind }) => kinds.includes(kind)).length;
  return {
    routes: countOf('route'),
    middleware: countOf('middleware', 'error handler'),
    problems: [
      ...(await findUnreachable(steps, await explainerOf(app))),
      ...findEarlyErrorHandlers(steps),
      ...findLateGuards(steps),
      ...findRootsInLists(steps),
      ...findIdleFileServers(steps),
      ...findDifferences(steps),
    ].sort(byPlace(steps)),
  };
}

/** The method of the prototype, because libraries such as Feathers replace it. A router is explained in an application. */
async function explainerOf(app: object): Promise<Inspecting['explain']> {
  const { explain } = Object.getPrototypeOf(app) as Partial<Inspecting>;
  if (explain !== undefined) return (method, path) => explain.call(app, method, path);
  const { createServer } = await import('@nextpress/server');
  const outer = createServer().use(app as never);
  return (method, path) => outer.explain(method, path);
}

/** In the order of registration. */
function byPlace(steps: readonly Step[]): (one: Problem, other: Problem) => number {
  const position = ({ subject, place }: Problem): number =>
    steps.findIndex((step) => step.place === place && step.subject === subject);
  return (one, other) => position(one) - position(other);
}
