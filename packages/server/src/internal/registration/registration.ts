import { flattenLayers } from '@nextpress/middleware';
import type { HandlerList, ParamCallback } from '../../handler.ts';
import type { Path } from '../path/path-matcher.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { define } from './define.ts';
import { type Layer, middlewareLayer, routeLayer } from './layer.ts';
import { LayeredRoute } from './layered-route.ts';
import { listRoutes } from './list-routes.ts';
import { METHOD_NAMES } from './methods.ts';
import { OUTLINE, readOutline } from './read-outline.ts';
import { PIPELINE, type ServerLayer } from './stack.ts';

/** A router as its methods see it. */
interface Registrar {
  readonly [PIPELINE]: Pipeline;
  readonly stack: Layer[];
  route(path: Path): LayeredRoute & Record<string, (...handlers: HandlerList) => LayeredRoute>;
}

const REGISTRATION = {
  route(this: Registrar, path: Path): LayeredRoute {
    const pipeline = this[PIPELINE];
    const route = new LayeredRoute(path, () => pipeline.changed());
    pipeline.append(routeLayer(route, pipeline.rules));
    return route;
  },
  use(this: Registrar, ...args: unknown[]): Registrar {
    const { path, handles } = readUse(args);
    for (const handle of handles) appendMiddleware(this[PIPELINE], path, handle);
    return this;
  },
  param(this: Registrar, name: string, callback: ParamCallback): Registrar {
    checkParam(name, callback);
    this[PIPELINE].addParam(name, callback);
    return this;
  },
  listRoutes(this: Registrar) {
    return listRoutes(this.stack);
  },
};

/**
 * Gives the prototype of routers what registers. Methods call each other through `this`, so that one that instrumentation
 * has replaced there is used.
 */
export function defineRegistration(prototype: object): void {
  for (const method of [...METHOD_NAMES, 'all']) {
    define(prototype, method, function (this: Registrar, path: Path, ...handlers: HandlerList) {
      this.route(path)[method]?.(...handlers);
      return this;
    });
  }
  for (const [name, method] of Object.entries(REGISTRATION)) define(prototype, name, method);
  define(prototype, OUTLINE, function (this: Registrar) {
    return readOutline(this[PIPELINE].layers);
  });
}

/** The arguments of `use`: Express takes the first for a path unless it is, or a list begins with, a function. */
export function readUse(args: readonly unknown[]): { path: Path; handles: ServerLayer[] } {
  const [first, ...rest] = args;
  let head: unknown = first;
  while (Array.isArray(head) && head.length > 0) head = head[0];
  const hasPath = typeof head !== 'function' && args.length > 0;
  const path = hasPath ? (first as Path) : '/';
  const handles = flattenLayers(
    (hasPath ? rest : args) as HandlerList as readonly ServerLayer[],
    `use('${String(path)}')`,
  );
  if (handles.length === 0) {
    throw new TypeError('use() was given no function: write use(function) or use(prefix, function)');
  }
  return { path, handles };
}

function appendMiddleware(pipeline: Pipeline, path: Path, handle: ServerLayer): void {
  pipeline.append(middlewareLayer(path, handle, pipeline.rules));
}

function checkParam(name: unknown, callback: unknown): void {
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
}
