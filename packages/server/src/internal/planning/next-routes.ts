import type { ScopeNode } from '../scopes/scope-node.ts';

/** A route, as far as it decides which scopes a request is in. */
export interface ScopedRoute {
  /** The place of the route in the stack. */
  readonly place: number;
  readonly owner: ScopeNode;
  /** The other scopes whose layers come before the route: see `ScopePlan.coveredBy`. */
  readonly covered: readonly ScopeNode[] | undefined;
}

/** The next route that a request can reach from a place, and the routes after it that decide the same scopes. */
export function nextRoutes(routes: readonly ScopedRoute[], from: number): readonly ScopedRoute[] {
  const reachable = routes.filter(({ place }) => place >= from).sort((one, other) => one.place - other.place);
  const [next] = reachable;
  const different = reachable.findIndex(
    ({ owner, covered }) => owner !== next?.owner || covered !== next.covered,
  );
  return different === -1 ? reachable : reachable.slice(0, different);
}
