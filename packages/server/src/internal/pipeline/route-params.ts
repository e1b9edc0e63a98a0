import type { RequestLayer } from '@nextpress/middleware';
import type { Params } from '@nextpress/router';
import type { ParamsDictionary, Request, Response } from '../../messages.ts';
import type { LayeredRoute } from '../registration/layered-route.ts';
import type { ServerLayer } from '../registration/stack.ts';

/** Holds what the route captured until the middleware before it, which in Express sees none of it, has run. */
export const CAPTURED: unique symbol = Symbol('captured');

/** A request between its middleware and its route. */
export interface RoutedRequest extends Request {
  [CAPTURED]: Params | ParamsDictionary;
}

/** The handlers of a route behind middleware: the first to run puts the route and the captured params in place. */
export function withRouteParams(handlers: readonly ServerLayer[], route: LayeredRoute): ServerLayer[] {
  const first = handlers.findIndex((handler) => handler.length !== 4);
  return handlers.map((handler, at) => (at === first ? takeParams(handler, route) : handler));
}

function takeParams(handler: ServerLayer, route: LayeredRoute): ServerLayer {
  const layer: RequestLayer<Request, Response> = (req, res, next) => {
    req.params = (req as RoutedRequest)[CAPTURED] as ParamsDictionary;
    req.route = route;
    return (handler as RequestLayer<Request, Response>)(req, res, next);
  };
  return Object.defineProperty(layer, 'name', { value: handler.name });
}
