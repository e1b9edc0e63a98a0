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
   * The methods that need a table entry of their own: those named, and `HEAD` wherever `GET` answers for it.
   * {@link ALL} comes last, so that a named method is found before it.
   */
  methods(): string[] {
    const named = new Set(this.#steps.map(({ method }) => method));
    const any = named.delete(ALL);
    if (named.has('GET')) named.add('HEAD');
    return any ? [...named, ALL] : [...named];
  }

  /** The handlers that a request of this method passes, in order. `HEAD` is `GET` unless it has its own. */
  handlersOf(method: string): ServerLayer[] {
    const own = method === 'HEAD' && !this.#steps.some((step) => step.method === 'HEAD') ? 'GET' : method;
    return this.#steps
      .filter((step) => step.method === own || step.method === ALL)
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
