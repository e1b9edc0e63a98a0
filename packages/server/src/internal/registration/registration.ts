import { flattenLayers } from '@nextpress/middleware';
import type { HandlerList, MiddlewareList, ParamCallback } from '../../handler.ts';
import { compilePrefix, compileRoutePath, type Path } from '../path/path-matcher.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { foreignLayer, isForeignApplication } from './foreign-application.ts';
import { LayeredRoute } from './layered-route.ts';
import { METHOD_NAMES } from './methods.ts';
import { OUTLINE, readOutline } from './read-outline.ts';
import { registrationPlace } from './registration-place.ts';
import type { ServerLayer } from './stack.ts';

/** Where applications and routers keep their pipeline. */
export const PIPELINE: unique symbol = Symbol('pipeline');

/** An application or a router. */
export interface Registrar {
  readonly [PIPELINE]: Pipeline;
}

/** Gives a prototype the functions that append to the stack: `use`, `route`, `all`, `param` and one for each method. */
export function defineRegistration(prototype: object): void {
  for (const method of METHOD_NAMES) {
    define(prototype, method, function register(this: Registrar, path: Path, ...handlers: HandlerList) {
      return registerRoute(this, path, method, handlers);
    });
  }
  define(prototype, 'all', function all(this: Registrar, path: Path, ...handlers: HandlerList) {
    return registerRoute(this, path, undefined, handlers);
  });
  define(prototype, 'route', function route(this: Registrar, path: Path) {
    return appendRoute(this, path, () => {});
  });
  define(prototype, 'use', function use(this: Registrar, ...args: unknown[]) {
    const { path, layers } = readUse(args);
    for (const layer of layers) appendMiddleware(this, path, layer);
    return this;
  });
  define(prototype, OUTLINE, function outline(this: Registrar) {
    return readOutline(this[PIPELINE].stack);
  });
  define(prototype, 'param', function param(this: Registrar, name: string, callback: ParamCallback) {
    addParam(this, name, callback);
    return this;
  });
}

/** Defines a method as a class would. */
export function define(prototype: object, name: PropertyKey, value: unknown): void {
  Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
}

/** Registers handlers for a path, of one method named in lower case, or of all. */
export function registerRoute(
  registrar: Registrar,
  path: Path,
  method: string | undefined,
  handlers: HandlerList,
): Registrar {
  appendRoute(registrar, path, (route) => route.add(method, handlers));
  return registrar;
}

/** Appends a route, unless its path or its first handlers are refused. */
function appendRoute(
  registrar: Registrar,
  path: Path,
  addTo: (route: LayeredRoute) => unknown,
): LayeredRoute {
  const pipeline = registrar[PIPELINE];
  const compiled = compileRoutePath(path, pipeline.rules);
  const route = new LayeredRoute(path, () => pipeline.changed());
  addTo(route);
  pipeline.append({ kind: 'route', path: compiled, route, registeredAt: registrationPlace() });
  return route;
}

/** The arguments of `use`: Express takes the first for a path unless it is, or a list begins with, a function. */
export function readUse(args: readonly unknown[]): { path: Path; layers: ServerLayer[] } {
  const [first, ...rest] = args;
  let head: unknown = first;
  while (Array.isArray(head) && head.length > 0) head = head[0];
  const hasPath = typeof head !== 'function' && args.length > 0;
  const path = hasPath ? (first as Path) : '/';
  const layers = flattenLayers(
    (hasPath ? rest : args) as MiddlewareList as readonly ServerLayer[],
    `use('${String(path)}')`,
  );
  if (layers.length === 0) {
    throw new TypeError('use() was given no function: write use(function) or use(prefix, function)');
  }
  return { path, layers };
}

/** Appends one layer of `use`. */
export function appendMiddleware(registrar: Registrar, path: Path, layer: ServerLayer): void {
  const pipeline = registrar[PIPELINE];
  if ((layer as unknown as Partial<Registrar>)[PIPELINE] === pipeline) {
    throw new TypeError('use() was given what it was called on: mount another application or router');
  }
  pipeline.append({
    kind: 'middleware',
    path,
    prefix: compilePrefix(path, pipeline.rules),
    layer: isForeignApplication(layer) ? foreignLayer(layer) : layer,
    registeredAt: registrationPlace(),
  });
}

/** Adds a callback for a param. */
export function addParam(registrar: Registrar, name: string, callback: ParamCallback): void {
  if (typeof name !== 'string' || name === '') {
    throw new TypeError(
      `param() was given ${name === '' ? "''" : typeof name} as a name: write param('id', function)`,
    );
  }
  if (typeof callback !== 'function') {
    throw new TypeError(
      `param('${name}') was given ${typeof callback} as a callback: write a function (req, res, next, value, name)`,
    );
  }
  registrar[PIPELINE].addParam(name, callback);
}
