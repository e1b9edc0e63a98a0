import type { ScopeNode } from '../scopes/scope-node.ts';
import { BEFORE_ALL, type ChainScopes, type OwnedLayer } from './planned-chain.ts';
import type { ScopePlan } from './scope-plan.ts';

/**
 * Finds the scopes and the hooks of the layers of a chain.
 *
 * @param deepest - the scope of a request that reaches none of the routes
 */
export function describeChain(
  layers: readonly OwnedLayer[],
  deepest: ScopeNode,
  plan: ScopePlan,
): ChainScopes {
  const targets: ScopeNode[] = [];
  let target = deepest;
  for (let at = layers.length - 1; at >= 0; at--) {
    const { owner, isRoute } = layers[at] as OwnedLayer;
    if (isRoute) target = owner;
    // A guard of another scope that comes before the route is in its own scope.
    targets[at] = owner.contains(target) ? target : owner;
  }
  const contexts = layers.map(({ context }) => context);
  return {
    targets,
    exits: layers.map(({ owner }) => plan.endOf(owner)),
    contexts: contexts.some((context) => context !== undefined) ? contexts : undefined,
    hookCount: layers.filter(({ place }) => place === BEFORE_ALL).length,
  };
}
