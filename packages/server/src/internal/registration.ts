import { flattenLayers } from '@nextpress/middleware';
import { createMatcher } from '@nextpress/router';
import type { HandlerList, MiddlewareList } from '../handler.ts';
import { createRoute, type Route, RouteSteps } from '../route.ts';
import { foreignLayer, isForeignApplication } from './foreign-application.ts';
import { ALL, METHODS } from './methods.ts';
import { mountLayer } from './mount.ts';
import { checkDotSegments, prefixRules } from './path-rules.ts';
import type { Pipeline } from './pipeline.ts';
import type { ServerLayer } from './stack.ts';

/** Gives an application the functions that append to its stack: `use`, `route`, `all` and one for each method. */
export function defineRegistration(app: object, pipeline: Pipeline): void {
  const register =
    (method: string) =>
    (path: string, ...handlers: HandlerList): object => {
      const steps = new RouteSteps(path);
      steps.add(method, handlers);
      appendRoute(pipeline, path, steps);
      return app;
    };
  const route = (path: string): Route => {
    const steps = new RouteSteps(path);
    appendRoute(pipeline, path, steps);
    return createRoute(path, steps, () => pipeline.changed());
  };
  const use = (...args: MiddlewareList | readonly [string, ...MiddlewareList]): object => {
    const [first, ...rest] = args;
    checkPrefix(first);
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
    const got = Array.isArray(path) ? 'a list' : typeof path;
    throw new TypeError(`the path of a route is ${got}: write one string such as '/users/:id'`);
  }
  checkDotSegments(path);
  pipeline.append({ kind: 'route', path: createMatcher(path, pipeline.rules), steps });
}

/** Express takes lists of prefixes and regular expressions too, so they are named where they come. */
function checkPrefix(first: unknown): void {
  const isList = Array.isArray(first) && first.some((each) => typeof each === 'string');
  if (!isList && !(first instanceof RegExp)) return;
  const kind = isList ? 'a list of prefixes' : 'a regular expression';
  throw new TypeError(
    `use() was given ${kind}, which it does not take: call use(prefix, ...) once for each prefix`,
  );
}

function appendMiddleware(pipeline: Pipeline, app: object, prefix: string, handlers: MiddlewareList): void {
  const layers = flattenLayers(handlers as readonly ServerLayer[], `use('${prefix}')`);
  if (layers.length === 0) {
    throw new TypeError('use() was given no function: write use(function) or use(prefix, function)');
  }
  if (layers.some((layer) => (layer as object) === app)) {
    throw new TypeError('use() was given the application itself: mount another one');
  }
  checkDotSegments(prefix);
  const matcher =
    prefix === '/' || prefix === ''
      ? undefined
      : createMatcher(prefix, { ...prefixRules(pipeline.rules), end: false });
  for (const each of layers) {
    const layer = isForeignApplication(each) ? foreignLayer(each) : each;
    pipeline.append({
      kind: 'middleware',
      prefix: matcher,
      layer: matcher === undefined ? layer : mountLayer(matcher, layer),
    });
  }
}
