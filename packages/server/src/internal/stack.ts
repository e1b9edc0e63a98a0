import type { Layer } from '@nextpress/middleware';
import type { Matcher } from '@nextpress/router';
import type { Request, Response } from '../messages.ts';
import type { RouteSteps } from '../route.ts';

/** A layer as the chains run it: a handler, middleware, a whole application. */
export type ServerLayer = Layer<Request, Response>;

/** Middleware at its place in the stack. */
export interface MiddlewareEntry {
  readonly kind: 'middleware';
  /** The mount prefix; `undefined` for middleware that applies to every path. */
  readonly prefix: Matcher | undefined;
  /** Enters the mount when the path is under the prefix and calls the middleware; passes on when it isn't. */
  readonly layer: ServerLayer;
}

/** A route at its place in the stack. */
export interface RouteEntry {
  readonly kind: 'route';
  readonly path: Matcher;
  readonly steps: RouteSteps;
}

/** What an application was told, in the order it was told: the order decides what runs. */
export type Stack = readonly (MiddlewareEntry | RouteEntry)[];
