import { Chain, flattenLayers } from '@nextpress/middleware';
import type { HandlerList, NextFunction } from '../../handler.ts';
import type { Request, Response } from '../../messages.ts';
import type { Path } from '../path/path-matcher.ts';
import { ALL, METHOD_NAMES } from './methods.ts';
import type { ServerLayer } from './stack.ts';

/** A handler of a route, named as Express names the parts of one. */
export interface RouteLayer {
  readonly name: string;
  /** In lower case; `undefined` for every method. */
  readonly method: string | undefined;
  readonly handle: ServerLayer;
}

/** The handlers that the requests of some methods pass. */
export interface HandlerGroup {
  readonly methods: readonly string[];
  readonly handlers: readonly ServerLayer[];
}

/** A path and its handlers in the order of their registration, whatever their methods. */
export class LayeredRoute {
  readonly path: Path;
  readonly stack: RouteLayer[] = [];
  readonly #changed: () => void;

  constructor(path: Path, changed: () => void = ignore) {
    this.path = path;
    this.#changed = changed;
  }

  /** The methods that have handlers, as Express tells them: `{ get: true, _all: true }`. */
  get methods(): Record<string, true> {
    return Object.fromEntries(this.stack.map(({ method }) => [method ?? '_all', true]));
  }

  /** Registers handlers of every method. */
  all(...handlers: HandlerList): this {
    return this.add(undefined, handlers);
  }

  /** Registers handlers of one method, named in lower case, or of every method. */
  add(method: string | undefined, handlers: HandlerList): this {
    const call = `${method ?? 'all'}('${String(this.path)}')`;
    const layers = flattenLayers(handlers as readonly ServerLayer[], call);
    if (layers.length === 0) {
      throw new TypeError(`${call} was given no handler: write at least one function (req, res, next)`);
    }
    for (const handle of layers) this.stack.push({ name: handle.name || '<anonymous>', method, handle });
    this.#changed();
    return this;
  }

  /**
   * The handlers that a request of each method passes, in order. `HEAD` is among the methods of `GET` unless it has
   * handlers of its own. {@link ALL} comes last, so that a named method is found before it.
   */
  groups(): HandlerGroup[] {
    const named = new Set(this.stack.map(({ method }) => method));
    const any = named.delete(undefined);
    const groups = ([...named] as string[]).map((method) => ({
      methods: method === 'get' && !named.has('head') ? ['GET', 'HEAD'] : [method.toUpperCase()],
      handlers: this.#handlersOf(method),
    }));
    return any ? [...groups, { methods: [ALL], handlers: this.#handlersOf(undefined) }] : groups;
  }

  /** Runs the handlers for a request's method, as a router does that has matched the path. */
  dispatch(req: Request, res: Response, done: NextFunction): void {
    const groups = this.groups();
    const method = req.method as string;
    const group =
      groups.find(({ methods }) => methods.includes(method)) ??
      groups.find(({ methods }) => methods.includes(ALL));
    req.route = this;
    new Chain(group?.handlers ?? [], { publish: true }).run(req, res, done);
  }

  #handlersOf(method: string | undefined): ServerLayer[] {
    return this.stack
      .filter((layer) => layer.method === method || layer.method === undefined)
      .map(({ handle }) => handle);
  }
}

for (const method of METHOD_NAMES) {
  Object.defineProperty(LayeredRoute.prototype, method, {
    value(this: LayeredRoute, ...handlers: HandlerList): LayeredRoute {
      return this.add(method, handlers);
    },
    writable: true,
    configurable: true,
  });
}

function ignore(): void {}
