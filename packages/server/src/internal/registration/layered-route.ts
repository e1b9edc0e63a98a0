import { isPayloadPending } from '@nextpress/core';
import { Chain, type Next } from '@nextpress/middleware';
import { createMatcher } from '@nextpress/router';
import type { ChainFunction, HandlerList, Request, Response } from '../../types/application.ts';
import type { RouteOptions } from '../../types/route-options.ts';
import type { Path } from '../../types/values.ts';
import { type RouteDialect, settingsOf } from '../dialect.ts';
import { plainParams } from '../path/path-params.ts';
import { isTraced } from '../tracing/request-channel.ts';
import { tracedFunction } from '../tracing/traced-function.ts';
import { define } from './define.ts';
import { functionOf, isLayer, Layer } from './layer.ts';
import { defineMethodQueries } from './method-queries.ts';
import { ALL, METHOD_NAMES, METHODS, methodOf } from './methods.ts';
import { ChangeListeners, ROUTE_CHANGES } from './observe.ts';
import { readRouteArguments } from './route-arguments.ts';
import { entriesOf, entryLayer, haveEqualEffect, RouteEntry, withValidations } from './route-entry.ts';
import type { RouteHooks } from './route-hooks.ts';
import { sendReturned } from './send-returned.ts';
import { Stack } from './stack.ts';
import { pageOf } from './upgrades.ts';

/** The layers that run for some methods. */
export interface HandlerGroup {
  readonly methods: readonly string[];
  readonly layers: readonly Layer[];
}

/** The handlers by method, compiled until the next change. */
class RouteChanges extends ChangeListeners {
  chains: Map<string, Chain<Request, Response>> | undefined;

  override changed(): void {
    this.chains = undefined;
    super.changed();
  }
}

/** A path and its handlers in the order of registration. */
export class LayeredRoute {
  readonly path: Path;
  declare stack: Layer[];
  declare readonly methods: Record<string, true>;
  readonly #stack: Stack<Layer>;
  /** The hooks that see registrations; `undefined` for a route without a router. */
  readonly #hooks: RouteHooks | undefined;
  readonly #dialect: RouteDialect;
  readonly #changes = new RouteChanges();
  #dispatcher: ChainFunction | undefined;
  #isTraced = false;
  /** The registration that several calls share, once the first of them has made it. */
  #combined: { entry: RouteEntry | undefined } | undefined;

  /** Own and enumerable, as in Express: loggers serialize `req.route`. Routes share the functions, and so their object shape. */
  static readonly #properties: PropertyDescriptorMap & ThisType<LayeredRoute> = {
    stack: {
      get() {
        return this.#stack.view;
      },
      set(layers: Layer[]) {
        this.#stack.replace(layers);
      },
      enumerable: true,
    },
    methods: {
      get() {
        return this.#readMethods();
      },
      enumerable: true,
    },
  };

  constructor(path: Path, hooks?: RouteHooks, dialect: RouteDialect = ROUTE_DIALECT) {
    this.path = path;
    this.#hooks = hooks;
    this.#dialect = dialect;
    this.#stack = new Stack(isLayer, this.#changes);
    Object.defineProperties(this, LayeredRoute.#properties);
  }

  all(...handlers: HandlerList): this {
    return this.#add(undefined, handlers);
  }

  /** Combines the calls inside `register` into one registration, as `app.all` needs. */
  static combine(route: object, register: () => void): void {
    if (!(#combined in route)) {
      register();
      return;
    }
    route.#combined = { entry: undefined };
    try {
      register();
    } finally {
      route.#combined = undefined;
    }
  }

  /** Makes the function that runs a route. */
  static createDispatcher(route: LayeredRoute, name: string): ChainFunction {
    const handle = (req: Request, res: Response, next: Next): void => route.dispatch(req, res, next);
    if (handle.name !== name) Object.defineProperty(handle, 'name', { value: name });
    route.#dispatcher = handle;
    return handle;
  }

  static isDispatcher(route: LayeredRoute, handle: ChainFunction): boolean {
    return #dispatcher in route && route.#dispatcher === handle;
  }

  /** Whether it has handlers for a method, given in upper case. */
  handles(method: string): boolean {
    const name = method.toLowerCase();
    return this.#layersOf(name).length > 0 || (name === 'head' && this.#layersOf('get').length > 0);
  }

  /** The handler that WebSocket upgrades skip. */
  get page(): Layer | undefined {
    return pageOf(this.#layersOf('get'));
  }

  /** Whether WebSocket upgrades skip the route, because it has no other handler. */
  get skipsUpgrades(): boolean {
    const [first] = this.#layersOf('get');
    return first !== undefined && first === this.page;
  }

  /** The full pattern that matched a request for a path: a router may be mounted at several prefixes. */
  patternFor(pathname: string): string | undefined {
    const patterns = [this.#hooks?.pathsFor(this.path) ?? this.path].flat(2).map(String);
    if (patterns.length < 2) return patterns[0];
    const lengths = patterns.map((pattern) => {
      const { literalStart } = createMatcher(pattern);
      return pathname.startsWith(literalStart) ? literalStart.length : -1;
    });
    return patterns[lengths.indexOf(Math.max(...lengths))];
  }

  /** The registrations of the handlers, in order. */
  entries(): Set<RouteEntry> {
    return entriesOf(this.#stack.layers);
  }

  /**
   * The layers that run for each method, in order. `HEAD` is in the group of `GET` unless it has handlers of its own.
   * {@link ALL} comes last, so that a named method is found before it.
   */
  groupsByMethod(): HandlerGroup[] {
    const named: (string | undefined)[] = [];
    for (const { method } of this.#stack.layers) if (!named.includes(method)) named.push(method);
    const any = named.includes(undefined) && named.length <= METHOD_NAMES.length;
    const groups: HandlerGroup[] = [];
    for (const method of named) {
      if (method === undefined) continue;
      const methods = method === 'get' && !named.includes('head') ? GET_AND_HEAD : [method.toUpperCase()];
      groups.push({ methods, layers: this.#layersOf(method) });
    }
    if (any) groups.push({ methods: EVERY, layers: this.#layersOf(undefined) });
    return groups;
  }

  /** The same, with methods of equal handlers in one group: `app.all` registers each method. */
  groups(): HandlerGroup[] {
    return mergeEqual(this.groupsByMethod());
  }

  dispatch(req: Request, res: Response, done: Next): void {
    const changes = this.#changes;
    if (changes.chains === undefined || this.#isTraced !== isTraced()) changes.chains = this.#compile();
    const chain = changes.chains.get(methodOf(req)) ?? changes.chains.get(ALL);
    req.route = this;
    if (chain === undefined) done();
    else chain.run(req, res, done);
  }

  #add(method: string | undefined, handlers: HandlerList): this {
    const name = this.#combined === undefined ? (method ?? 'all') : 'all';
    const { options, handles, early } = readRouteArguments(handlers, `${name}('${String(this.path)}')`);
    // Before the handlers are added: a route that a hook rejects must not respond.
    const entry = this.#combined?.entry ?? this.#register(name, options);
    let left = early;
    for (const handle of handles) {
      this.#stack.append(entryLayer(entry, left-- > 0, method, handle, this.#dialect));
    }
    return this;
  }

  #register(name: string, options: RouteOptions): RouteEntry {
    const methods = [name === 'all' ? ALL : name.toUpperCase()];
    const entry = new RouteEntry(methods, this.path, options, this.#changes);
    this.#hooks?.announce(entry);
    if (this.#combined !== undefined) this.#combined.entry = entry;
    return entry;
  }

  #compile(): Map<string, Chain<Request, Response>> {
    this.#isTraced = isTraced();
    const chains = new Map<string, Chain<Request, Response>>();
    for (const { methods, layers } of this.#isTraced ? this.groupsByMethod() : this.groups()) {
      const { early, handlers } = withValidations(layers);
      const handles = [...early, ...handlers].map((layer) =>
        this.#isTraced ? tracedFunction(layer, functionOf(layer)) : functionOf(layer),
      );
      const chain = new Chain(handles, ROUTE_DIALECT);
      for (const method of methods) chains.set(method, chain);
    }
    return chains;
  }

  #readMethods(): Record<string, true> {
    const names = this.#stack.layers.map(({ method = '_all' }) => [method, true]);
    return this.#dialect.toRecord(Object.assign(Object.create(null), Object.fromEntries(names))) as never;
  }

  #layersOf(method: string | undefined): Layer[] {
    return this.#stack.layers.filter((layer) => layer.method === method || layer.method === undefined);
  }

  static {
    Object.defineProperty(LayeredRoute.prototype, ROUTE_CHANGES, {
      get(this: object): ChangeListeners | undefined {
        return #changes in this ? this.#changes : undefined;
      },
    });
    defineMethodQueries(LayeredRoute.prototype);
    for (const method of METHOD_NAMES) {
      define(LayeredRoute.prototype, method, function (this: LayeredRoute, ...handlers: HandlerList) {
        return this.#add(method, handlers);
      });
    }
  }
}

const GET_AND_HEAD: readonly string[] = Object.freeze(['GET', 'HEAD']);
const EVERY: readonly string[] = Object.freeze([ALL]);

function mergeEqual(groups: HandlerGroup[]): HandlerGroup[] {
  if (groups.length < 2) return groups;
  const merged: { methods: string[]; layers: readonly Layer[] }[] = [];
  for (const { methods, layers } of groups) {
    const equal = merged.find((group) => haveEqualHandlers(group.layers, layers));
    if (equal === undefined) merged.push({ methods: [...methods], layers });
    else equal.methods.push(...methods);
  }
  return merged.map(({ methods, layers }) => ({
    methods: METHODS.every((method) => methods.includes(method)) ? [ALL] : methods,
    layers,
  }));
}

function haveEqualHandlers(one: readonly Layer[], other: readonly Layer[]): boolean {
  return one.length === other.length && one.every((layer, at) => haveEqualEffect(layer, other[at] as Layer));
}

/** For the routes of `createServer()`, and for those that belong to no router. */
export const ROUTE_DIALECT: RouteDialect = {
  Layer,
  toRecord: plainParams,
  onReturn: sendReturned,
  // An error handler could only cut off another layer's response.
  isErrorTooLate: (req, res) =>
    isPayloadPending(res) || (res.headersSent && !settingsOf(req)?.dialect.waitsForLayers),
};
