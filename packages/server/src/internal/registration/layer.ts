import { Chain, type Next } from '@nextpress/middleware';
import type { Matcher, Params } from '@nextpress/router';
import type { Request, Response } from '../../messages.ts';
import { compilePrefix, compileRoutePath, type Path } from '../path/path-matcher.ts';
import type { PathRules } from '../path/path-rules.ts';
import type { LayeredRoute } from './layered-route.ts';
import { registrationPlace } from './registration-place.ts';
import type { ServerLayer } from './stack.ts';

/** Compares a path with one pattern of a layer. */
export type PathMatcher = (path: string) => { params: Params; path: string } | false;

/** What a path has in common with a layer, as Express's router tells it. */
export interface LayerMatch {
  readonly params: Params;
  /** The part of the path that matched. */
  readonly path: string;
  readonly keys: readonly string[];
  /** The pattern that matched, as it was registered. */
  readonly pattern: Path;
}

/** A function in the stack of a router or a route, with the properties that Express's layers have. */
export class Layer {
  declare handle: ServerLayer;
  declare name: string;
  /** The path as it was registered; a list is flat. */
  declare readonly rawPath: Path;
  /** Whether the layer is middleware for every path. */
  declare readonly slash: boolean;
  /** One function for each pattern of the path. */
  declare readonly matchers: readonly PathMatcher[];
  /** The route that the layer runs; layers of `use` have `undefined`. */
  declare route?: LayeredRoute | undefined;
  /** In a route: the method in lower case, `undefined` for every method. */
  declare method?: string | undefined;

  constructor(rawPath: Path, handle: ServerLayer, matchers: readonly PathMatcher[], slash = false) {
    // Assigned, not defined: libraries put accessors on the prototype.
    this.handle = handle;
    this.name = handle.name || '<anonymous>';
    this.rawPath = rawPath;
    this.slash = slash;
    this.matchers = matchers;
  }

  /** Compares a path with the layer's own. */
  match(path: string | null | undefined): LayerMatch | false {
    if (path === null || path === undefined) return false;
    const { rawPath } = this;
    if (this.slash) return { params: {}, path: '', keys: [], pattern: rawPath };
    for (const [at, matcher] of this.matchers.entries()) {
      const found = matcher(path);
      if (found === false) continue;
      const pattern = Array.isArray(rawPath) ? (rawPath as readonly Path[])[at] : rawPath;
      return { ...found, keys: Object.keys(found.params), pattern: pattern as Path };
    }
    return false;
  }

  /** Calls the function for a request; one that handles errors is passed over. */
  handleRequest(req: Request, res: Response, next: Next): void {
    new Chain([this.handle]).run(req, res, next);
  }

  /** Calls the function for an error; one that handles requests is passed over. */
  handleError(error: unknown, req: Request, res: Response, next: Next): void {
    new Chain([this.handle]).run(req, res, next, 0, error);
  }
}

/** The path of a layer as the plan reads it. */
export interface LayerPath {
  /** `undefined` where every path matches. */
  readonly matcher: Matcher | undefined;
  /** The patterns of a route that the router can search; `undefined` for others. */
  readonly patterns: readonly Matcher[] | undefined;
}

/** The path of a layer, compiled. */
export const LAYER_PATH: unique symbol = Symbol('path');
/** Where a layer was registered, as `file:line:column`; `undefined` unless a tool asks for it. */
export const REGISTERED_AT: unique symbol = Symbol('registeredAt');

/** A layer of a router, which has a path of its own; those inside of a route don't. */
export interface PlacedLayer extends Layer {
  readonly [LAYER_PATH]: LayerPath;
  readonly [REGISTERED_AT]: string | undefined;
}

/** A layer that runs a route. */
export interface RouteLayer extends PlacedLayer {
  route: LayeredRoute;
}

export function isRouteLayer(layer: PlacedLayer): layer is RouteLayer {
  return layer.route !== undefined;
}

export function isPlacedLayer(value: unknown): value is PlacedLayer {
  return value instanceof Layer && LAYER_PATH in value;
}

export function isLayer(value: unknown): value is Layer {
  return value instanceof Layer;
}

/** A layer of `use`. */
export function middlewareLayer(path: Path, handle: ServerLayer, rules: PathRules): PlacedLayer {
  const matcher = compilePrefix(path, rules);
  const rawPath = flatPath(path);
  const matchers = Array.isArray(rawPath)
    ? rawPath.map((part) => matcherOf(compilePrefix([part], rules)))
    : [matcherOf(matcher)];
  const layer = new Layer(rawPath, handle, matchers, matcher === undefined);
  layer.route = undefined;
  return place(layer, { matcher, patterns: undefined });
}

/** A layer that runs a route. */
export function routeLayer(route: LayeredRoute, rules: PathRules): PlacedLayer {
  const compiled = compileRoutePath(route.path, rules);
  const rawPath = flatPath(route.path);
  const matchers = Array.isArray(rawPath)
    ? rawPath.map((part) => matcherOf(compileRoutePath(part, rules).matcher))
    : [matcherOf(compiled.matcher)];
  const layer = new Layer(rawPath, dispatcherOf(route), matchers);
  layer.route = route;
  return place(layer, compiled);
}

/** A layer inside of a route. */
export function handlerLayer(method: string | undefined, handle: ServerLayer): Layer {
  const layer = new Layer('/', handle, [matchRoot]);
  layer.method = method;
  return layer;
}

/** Whether the layer of a route still has the function that it was made with, which does nothing but run the route. */
export function runsOwnRoute({ handle, route }: Layer): boolean {
  return route !== undefined && dispatchers.get(handle) === route;
}

const dispatchers = new WeakMap<ServerLayer, LayeredRoute>();

function dispatcherOf(route: LayeredRoute): ServerLayer {
  // Instrumentation recognizes the layer of a route by the name "handle".
  const handle = (req: Request, res: Response, next: Next): void => route.dispatch(req, res, next);
  dispatchers.set(handle, route);
  return handle;
}

function place(layer: Layer, path: LayerPath): PlacedLayer {
  return Object.defineProperties(layer, {
    [LAYER_PATH]: { value: path },
    [REGISTERED_AT]: { value: registrationPlace() },
  }) as PlacedLayer;
}

function flatPath(path: Path): Path {
  return Array.isArray(path) ? (path.flat(Number.POSITIVE_INFINITY) as Path[]) : path;
}

function matcherOf(matcher: Matcher | undefined): PathMatcher {
  return (path) => {
    const found = matcher === undefined ? EVERY_PATH : matcher.match(path);
    return found !== undefined && { params: found.params, path: path.slice(0, Math.max(found.length, 0)) };
  };
}

const EVERY_PATH = { length: 0, params: {} };
const matchRoot: PathMatcher = (path) => path === '/' && { params: {}, path };
