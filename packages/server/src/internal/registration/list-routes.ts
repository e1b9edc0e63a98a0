/** @module Cold: `router.listRoutes()`, as Express 5.3 has it. */

import type { Router } from '../../router.ts';
import type { Layer } from './layer.ts';
import type { LayeredRoute } from './layered-route.ts';

/** A path that a router has something for. */
export interface ListedRoute {
  readonly path: string | RegExp;
  /** In upper case, `*` for `all`; `HEAD` is among them where `GET` is. `undefined` for a mounted router. */
  readonly methods: string[] | undefined;
  /** The mounted router: its paths begin with this one. */
  readonly router: Router | undefined;
}

/** The routes and the mounted routers of a stack, in order; middleware and applications are left out, as in Express. */
export function listRoutes(stack: readonly Layer[]): ListedRoute[] {
  return stack.flatMap(({ route, handle, rawPath }) => {
    const router = route === undefined && 'stack' in handle ? (handle as unknown as Router) : undefined;
    if (route === undefined && router === undefined) return [];
    const paths = ([rawPath] as unknown[]).flat() as (string | RegExp)[];
    return paths.map((path) => ({ path, methods: route && methodsOf(route), router }));
  });
}

function methodsOf({ methods }: LayeredRoute): string[] {
  const names = Object.keys(methods).map((name) => (name === '_all' ? '*' : name.toUpperCase()));
  return methods.get && !methods.head ? [...names, 'HEAD'] : names;
}
