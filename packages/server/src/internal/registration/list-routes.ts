/** @module Cold: `router.listRoutes()`, as in Express 5.3. */

import type { Layer, ListedRoute, Route, Router } from '../../types.ts';

/** The routes and the mounted routers of a stack, in order, without middleware and applications, as in Express. */
export function listRoutes(stack: readonly Layer[]): ListedRoute[] {
  return stack.flatMap(({ route, handle, rawPath }) => {
    const router = route === undefined && 'stack' in handle ? (handle as unknown as Router) : undefined;
    if (route === undefined && router === undefined) return [];
    const paths = ([rawPath] as unknown[]).flat() as (string | RegExp)[];
    return paths.map((path) => ({ path, methods: route && methodsOf(route), router }));
  });
}

function methodsOf({ methods }: Route): string[] {
  const names = Object.keys(methods).map((name) => (name === '_all' ? '*' : name.toUpperCase()));
  return methods.get && !methods.head ? [...names, 'HEAD'] : names;
}
