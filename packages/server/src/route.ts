import { LayeredRoute } from './internal/registration/layered-route.ts';
import type { Route as RouteType } from './types/application.ts';
import type { ParamsDictionary, Path } from './types/values.ts';

export type Route<P = ParamsDictionary> = RouteType<P>;

/** Makes a route that belongs to no router: `dispatch` runs it. */
export const Route: new (path: Path) => Route = LayeredRoute as unknown as new (path: Path) => Route;
