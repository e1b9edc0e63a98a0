import { flattenLayers } from '@nextpress/middleware';
import { createMatcher } from '@nextpress/router';
import type { HandlerList, MiddlewareList } from '../handler.ts';
import { createRoute, type Route, RouteSteps } from '../route.ts';
import { ALL, METHODS } from './methods.ts';
import { mountLayer } from './mount.ts';
import type { Pipeline } from './pipeline.ts';
import type { ServerLayer } from './stack.ts';

/** Gives an application the functions that append to its stack: `use`, `route`, `all` and one for each method. */
export function defineRegistration(app: object, pipeline: Pipeline): void {
  const register =
    (method: string) =>
    (path: string, ...handlers: HandlerList): object => {
      const steps = new RouteSteps();
      steps.add(method, handlers);
      appendRoute(pipeline, path, steps);
      return app;
    };
  const route = (path: string): Route => {
    const steps = new RouteSteps();
    appendRoute(pipeline, path, steps);
    return createRoute(path, steps, () => pipeline.changed());
  };
  const use = (...args: MiddlewareList | readonly [string, ...MiddlewareList]): object => {
    const [first, ...rest] = args;
    if (typeof first === 'string') appendMiddleware(pipeline, app, first, rest as MiddlewareList);
    else appendMiddleware(pipeline, app, '/', args as MiddlewareList);
    return app;
  };
  const methods = Object.fromEntries(METHODS.map((name) => [name, register(name.toUpperCase())]));
  Object.assign(app, methods, { all: register(ALL), route, use });
}

/** Appends a route; a path that the router would refuse is refused here, where it was written. */
function appendRoute(pipeline: Pipeline, path: string, steps: RouteSteps): void {
  if (typeof path !== 'string') {
    throw new TypeError(`the path of a route is ${typeof path}: write a string such as '/users/:id'`);
  }
  createMatcher(path, pipeline.rules);
  pipeline.append({ kind: 'route', path, steps });
}

function appendMiddleware(pipeline: Pipeline, app: object, prefix: string, handlers: MiddlewareList): void {
  const layers = flattenLayers(handlers as readonly ServerLayer[]);
  if (layers.length === 0) {
    throw new TypeError('use() was given no function: write use(function) or use(prefix, function)');
  }
  if (layers.some((layer) => (layer as object) === app)) {
    throw new TypeError('use() was given the application itself: mount another one');
  }
  const everywhere = prefix === '/' || prefix === '';
  const matcher = everywhere ? undefined : createMatcher(prefix, { ...pipeline.rules, end: false });
  for (const layer of layers) {
    pipeline.append({
      kind: 'middleware',
      prefix: everywhere ? '/' : prefix,
      layer: matcher === undefined ? layer : mountLayer(matcher, layer),
    });
  }
}
