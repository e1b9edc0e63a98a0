import type { Layer } from '@nextpress/middleware';
import type { Matcher } from '@nextpress/router';
import type { Request, Response } from '../../messages.ts';
import type { Path, RoutePath } from '../path/path-matcher.ts';
import type { LayeredRoute } from './layered-route.ts';

/** A layer as the chains run it: a handler, middleware, a whole application. */
export type ServerLayer = Layer<Request, Response>;

/** Middleware at its place in the stack. */
export interface MiddlewareEntry {
  readonly kind: 'middleware';
  /** The prefix as it was registered. */
  readonly path: Path;
  /** The mount prefix; `undefined` for middleware that applies to every path. */
  readonly prefix: Matcher | undefined;
  readonly layer: ServerLayer;
  readonly registeredAt: string | undefined;
}

/** A route at its place in the stack. */
export interface RouteEntry {
  readonly kind: 'route';
  readonly path: RoutePath;
  readonly route: LayeredRoute;
  readonly registeredAt: string | undefined;
}

/** What an application was told, in the order it was told: the order decides what runs. */
export type Stack = readonly (MiddlewareEntry | RouteEntry)[];
