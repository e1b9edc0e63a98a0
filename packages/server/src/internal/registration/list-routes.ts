/** @module Cold: `router.listRoutes()`, as Express 5.3 has it. */

import type { Router } from '../../router.ts';
import type { Path } from '../path/path-matcher.ts';
import type { LayeredRoute } from './layered-route.ts';
import type { Stack } from './stack.ts';

/** A path that a router has something for. */
export interface ListedRoute {
  readonly path: string | RegExp;
  /** In upper case, `*` for `all`; `HEAD` is among them where `GET` is. `undefined` for a mounted router. */
  readonly methods: string[] | undefined;
  /** The mounted router: its paths begin with this one. */
  readonly router: Router | undefined;
}

/** The routes and the mounted routers of a stack, in order; middleware and applications are left out, as in Express. */
export function listRoutes(stack: Stack, isRouter: (layer: unknown) => layer is Router): ListedRoute[] {
  return stack.flatMap((entry) => {
    if (entry.kind === 'route') return listed(entry.route.path, methodsOf(entry.route), undefined);
    return isRouter(entry.layer) ? listed(entry.path, undefined, entry.layer) : [];
  });
}

function listed(path: Path, methods: string[] | undefined, router: Router | undefined): ListedRoute[] {
  const paths = ([path] as unknown[]).flat(Number.POSITIVE_INFINITY) as (string | RegExp)[];
  return paths.map((each) => ({ path: each, methods: methods && [...methods], router }));
}

function methodsOf({ methods }: LayeredRoute): string[] {
  const names = Object.keys(methods).map((name) => (name === '_all' ? '*' : name.toUpperCase()));
  return methods.get && !methods.head ? [...names, 'HEAD'] : names;
}
