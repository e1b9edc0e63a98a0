import type { Path } from './internal/path/path-matcher.ts';
import { LayeredRoute } from './internal/registration/layered-route.ts';
import type { Route as RouteType } from './types.ts';
import type { ParamsDictionary } from './value-types.ts';

export type Route<P = ParamsDictionary> = RouteType<P>;

/** Makes a route that belongs to no router: `dispatch` runs it. */
export const Route: new (path: Path) => Route = LayeredRoute as unknown as new (path: Path) => Route;
