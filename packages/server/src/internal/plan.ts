import { Chain, type ChainEnd } from '@nextpress/middleware';
import { createRouter, type Router } from '@nextpress/router';
import type { Request, Response } from '../messages.ts';
import type { PathRules } from './path-rules.ts';
import { withRouteParams } from './route-params.ts';
import type { MiddlewareEntry, RouteEntry, ServerLayer, Stack } from './stack.ts';

/** A chain, and the place in the stack that each of its layers came from. */
export interface PlannedChain {
  readonly chain: Chain<Request, Response>;
  readonly origins: readonly number[];
}

/** What the router finds: the way of one method through everything up to one route. */
export interface PlannedRoute extends PlannedChain {
  /** The route's place in the stack. */
  readonly place: number;
  /** The route's own handlers for the method, without what stands before them. */
  readonly handlers: Chain<Request, Response>;
  /** Whether middleware runs before the route, so that its params have to wait for it. */
  readonly deferred: boolean;
  /** Whether the path captures params. */
  readonly captures: boolean;
  /** Goes on past the chain in an application that isn't mounted. */
  readonly end: ChainEnd<Request, Response>;
}

/** A stack, worked out: one lookup finds a request's way. */
export interface Plan {
  readonly router: Router<PlannedRoute>;
  /** Every middleware, for requests that no route matches. */
  readonly unmatched: PlannedChain;
}

/** Makes the end of a planned chain: `goOn` is told from which place in the stack. */
export type EndOf = (origins: readonly number[]) => ChainEnd<Request, Response>;

/** Middleware, and its place in the stack. */
interface Placed {
  readonly place: number;
  readonly entry: MiddlewareEntry;
}

/** Works out a stack. Cold: runs at `listen`, or at the first request after a change. */
export function planStack(stack: Stack, rules: PathRules, endOf: EndOf): Plan {
  const router = createRouter<PlannedRoute>({ ...rules, precedence: 'registration' });
  const middleware: Placed[] = [];
  for (const [place, entry] of stack.entries()) {
    if (entry.kind === 'middleware') middleware.push({ place, entry });
    else {
      const before = middleware.filter(({ entry: { prefix } }) => prefix?.covers(entry.path) !== 'never');
      for (const { methods, handlers } of entry.steps.groups()) {
        router.add(methods, entry.path.pattern, planRoute(before, place, entry, handlers, endOf));
      }
    }
  }
  return { router, unmatched: planMiddleware(middleware) };
}

/** One chain through the middleware before a route that can apply to its paths, and the route's handlers. */
function planRoute(
  before: readonly Placed[],
  place: number,
  { path }: RouteEntry,
  handlers: readonly ServerLayer[],
  endOf: EndOf,
): PlannedRoute {
  const deferred = before.length > 0;
  const layers = before.map(({ entry }) => entry.layer);
  const origins = [...before.map((each) => each.place), ...handlers.map(() => place)];
  layers.push(...(deferred ? withRouteParams(handlers) : handlers));
  const chain = new Chain(layers, { route: before.length, rematch: true });
  return {
    chain,
    origins,
    place,
    handlers: deferred ? new Chain(handlers) : chain,
    captures: /[:*]/.test(path.pattern),
    deferred,
    end: endOf(origins),
  };
}

function planMiddleware(middleware: readonly Placed[]): PlannedChain {
  const layers = middleware.map(({ entry }) => entry.layer);
  const chain = new Chain(layers, { route: layers.length, rematch: true });
  return { chain, origins: middleware.map(({ place }) => place) };
}
