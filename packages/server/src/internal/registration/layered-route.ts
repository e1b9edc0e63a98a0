import { isPayloadPending } from '@nextpress/core';
import { Chain, type Next } from '@nextpress/middleware';
import { createMatcher } from '@nextpress/router';
import type { HandlerList, Request, Response } from '../../types/application.ts';
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
import { ChangeListeners, routeListeners } from './observe.ts';
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

/** A path and its handlers in the order of registration. */
export class LayeredRoute {
  readonly path: Path;
  declare stack: Layer[];
  declare readonly methods: Record<string, true>;
  readonly #stack: Stack<Layer>;
  /** The hooks that see registrations; `undefined` for a route without a router. */
  readonly #hooks: RouteHooks | undefined;
  readonly #dialect: RouteDialect;
  readonly #listeners = new ChangeListeners();
  readonly #onChange = (): void => this.#change();
  #chains: Map<string, Chain<Request, Response>> | undefined;
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
    routeListeners.set(this, this.#listeners);
    this.#stack = new Stack(isLayer, this.#onChange);
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
    const named = new Set(this.#stack.layers.map(({ method }) => method));
    const any = named.delete(undefined) && named.size < METHOD_NAMES.length;
    const groups = [...(named as Set<string>)].map((method) => ({
      methods: method === 'get' && !named.has('head') ? ['GET', 'HEAD'] : [method.toUpperCase()],
      layers: this.#layersOf(method),
    }));
    return any ? [...groups, { methods: [ALL], layers: this.#layersOf(undefined) }] : groups;
  }

  /** The same, with methods of equal handlers in one group: `app.all` registers each method. */
  groups(): HandlerGroup[] {
    return mergeEqual(this.groupsByMethod());
  }

  dispatch(req: Request, res: Response, done: Next): void {
    if (this.#chains === undefined || this.#isTraced !== isTraced()) this.#chains = this.#compile();
    const chain = this.#chains.get(methodOf(req)) ?? this.#chains.get(ALL);
    req.route = this;
    if (chain === undefined) done();
    else chain.run(req, res, done);
  }

  #add(method: string | undefined, handlers: HandlerList): this {
    const name = this.#combined === undefined ? (method ?? 'all') : 'all';
    const { options, handles, early } = readRouteArguments(handlers, `${name}('${String(this.path)}')`);
    // Before the handlers are added: a route that a hook rejects must not respond.
    const entry = this.#combined?.entry ?? this.#register(name, options);
    for (const [at, handle] of handles.entries()) {
      this.#stack.append(entryLayer(entry, at < early, method, handle, this.#dialect));
    }
    return this;
  }

  #register(name: string, options: RouteOptions): RouteEntry {
    const methods = [name === 'all' ? ALL : name.toUpperCase()];
    const entry = new RouteEntry(methods, this.path, options, this.#onChange);
    this.#hooks?.announce(entry);
    if (this.#combined !== undefined) this.#combined.entry = entry;
    return entry;
  }

  #change(): void {
    this.#chains = undefined;
    this.#listeners.changed();
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
    defineMethodQueries(LayeredRoute.prototype);
    for (const method of METHOD_NAMES) {
      define(LayeredRoute.prototype, method, function (this: LayeredRoute, ...handlers: HandlerList) {
        return this.#add(method, handlers);
      });
    }
  }
}

function mergeEqual(groups: readonly HandlerGroup[]): HandlerGroup[] {
  if (groups.length < 2) return [...groups];
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
