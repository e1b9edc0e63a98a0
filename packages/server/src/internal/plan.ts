import { Chain, type ChainEnd } from '@nextpress/middleware';
import { comparePrefix, createRouter, type Router } from '@nextpress/router';
import type { Request, Response } from '../messages.ts';
import { type PathRules, prefixRules } from './path-rules.ts';
import { withRouteParams } from './route-params.ts';
import type { RouteEntry, ServerLayer, Stack } from './stack.ts';

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

/** Works out a stack. Cold: runs at `listen`, or at the first request after a change. */
export function planStack(stack: Stack, rules: PathRules, endOf: EndOf): Plan {
  const router = createRouter<PlannedRoute>({ ...rules, precedence: 'registration' });
  for (const [place, entry] of stack.entries()) {
    if (entry.kind !== 'route') continue;
    for (const method of entry.steps.methods()) {
      router.add(method, entry.path, planRoute(stack, place, entry, method, rules, endOf));
    }
  }
  return { router, unmatched: planUnmatched(stack) };
}

function planRoute(
  stack: Stack,
  place: number,
  entry: RouteEntry,
  method: string,
  rules: PathRules,
  endOf: EndOf,
): PlannedRoute {
  const layers: ServerLayer[] = [];
  const origins: number[] = [];
  for (let before = 0; before < place; before++) {
    const other = stack[before];
    if (
      other?.kind !== 'middleware' ||
      comparePrefix(other.prefix, entry.path, prefixRules(rules)) === 'never'
    )
      continue;
    layers.push(other.layer);
    origins.push(before);
  }
  const handlers = entry.steps.handlersOf(method);
  const route = layers.length;
  for (const handler of route > 0 ? withRouteParams(handlers) : handlers) {
    layers.push(handler);
    origins.push(place);
  }
  const chain = new Chain(layers, { route, rematch: true });
  return {
    chain,
    origins,
    place,
    handlers: route === 0 ? chain : new Chain(handlers),
    captures: /[:*]/.test(entry.path),
    deferred: route > 0,
    end: endOf(origins),
  };
}

function planUnmatched(stack: Stack): PlannedChain {
  const layers: ServerLayer[] = [];
  const origins: number[] = [];
  for (const [place, entry] of stack.entries()) {
    if (entry.kind !== 'middleware') continue;
    layers.push(entry.layer);
    origins.push(place);
  }
  return { chain: new Chain(layers, { route: layers.length, rematch: true }), origins };
}
