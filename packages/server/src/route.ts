import { flattenLayers } from '@nextpress/middleware';
import type { Params, PathParams } from '@nextpress/router';
import type { Handler, HandlerList } from './handler.ts';
import { ALL, METHODS, type MethodName } from './internal/methods.ts';
import type { ServerLayer } from './internal/stack.ts';

/** Registers handlers of one method on a route; returns the route. */
export interface RouteMethod<P> {
  (...handlers: readonly Handler<P>[]): Route<P>;
  (...handlers: HandlerList<P>): Route<P>;
}

/** One path with the handlers of its methods, made by `app.route(path)`. */
export interface Route<P = Params> extends Record<MethodName, RouteMethod<P>> {
  readonly path: string;
  /** Registers handlers of every method. */
  readonly all: RouteMethod<P>;
}

/** The route of a literal pattern, with the params it captures. */
export type RouteOf<Pattern extends string> = Route<PathParams<Pattern>>;

/** One handler of a route, with the method it is for. */
interface Step {
  readonly method: string;
  readonly handler: ServerLayer;
}

/** The handlers that the requests of some methods pass. */
export interface HandlerGroup {
  readonly methods: readonly string[];
  readonly handlers: readonly ServerLayer[];
}

/** A route's handlers in the order of their registration, whatever their methods. */
export class RouteSteps {
  readonly #path: string;
  readonly #steps: Step[] = [];

  constructor(path: string) {
    this.#path = path;
  }

  add(method: string, handlers: HandlerList): void {
    const call = `${method === ALL ? 'all' : method.toLowerCase()}('${this.#path}')`;
    const layers = flattenLayers(handlers as readonly ServerLayer[], call);
    if (layers.length === 0) {
      throw new TypeError(`${call} was given no handler: write at least one function (req, res, next)`);
    }
    for (const handler of layers) this.#steps.push({ method, handler });
  }

  /**
   * The handlers that a request of each method passes, in order. `HEAD` is among the methods of `GET` unless it has
   * handlers of its own. {@link ALL} comes last, so that a named method is found before it.
   */
  groups(): HandlerGroup[] {
    const named = new Set(this.#steps.map(({ method }) => method));
    const any = named.delete(ALL);
    const groups = [...named].map((method) => ({
      methods: method === 'GET' && !named.has('HEAD') ? ['GET', 'HEAD'] : [method],
      handlers: this.#handlersOf(method),
    }));
    return any ? [...groups, { methods: [ALL], handlers: this.#handlersOf(ALL) }] : groups;
  }

  #handlersOf(method: string): ServerLayer[] {
    return this.#steps
      .filter((step) => step.method === method || step.method === ALL)
      .map((step) => step.handler);
  }
}

/** Makes the object that `app.route(path)` returns; `changed` runs whenever handlers are added. */
export function createRoute(path: string, steps: RouteSteps, changed: () => void): Route {
  const register =
    (method: string) =>
    (...handlers: HandlerList): Route => {
      steps.add(method, handlers);
      changed();
      return route;
    };
  const route = { path, all: register(ALL) } as Route & Record<MethodName, RouteMethod<Params>>;
  for (const name of METHODS) route[name] = register(name.toUpperCase());
  return route;
}
