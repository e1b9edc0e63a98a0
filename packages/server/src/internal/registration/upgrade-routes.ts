import { NO_PREFIX } from '../path/regexp-matcher.ts';
import { LAYER_PATH, type PlacedLayer } from './layer.ts';
import { registryOf } from './registry.ts';
import { isRouteLayer } from './route-layer.ts';

/** The key of {@link hasUpgradeRoute} as a method of an application, for packages that accept upgrades. */
export const HAS_UPGRADE_ROUTE: unique symbol = Symbol.for('nextpress.hasUpgradeRoute') as never;

/** Whether a route in a stack, or in a router or an application that is mounted there, accepts upgrades for a path. */
export function hasUpgradeRoute(
  layers: readonly PlacedLayer[],
  pathname: string,
  outside: readonly unknown[] = [],
): boolean {
  // Routers may be mounted in each other.
  if (outside.includes(layers)) return false;
  return layers.some((layer) => {
    const { matcher } = layer[LAYER_PATH];
    if (isRouteLayer(layer)) return layer.route.acceptsUpgrades && matcher?.match(pathname) !== undefined;
    const inner = registryOf(layer.handle);
    if (inner === undefined) return false;
    const match = matcher === undefined ? { length: 0 } : matcher.match(pathname);
    if (match === undefined || match.length === NO_PREFIX) return false;
    const rest = pathname.slice(match.length);
    return hasUpgradeRoute(inner.layers, rest.startsWith('/') ? rest : `/${rest}`, [...outside, layers]);
  });
}
