/** @module Makes the layers of routers and routes. */
import type { ChainFunction } from '../../types/application.ts';
import type { Path, PathMatcher } from '../../types/values.ts';
import type { LayerClass } from '../dialect.ts';
import type { PathRules } from '../path/path-matcher.ts';
import { compilePrefix } from '../path/path-matcher.ts';
import { type Layer, type StackLayer, toPathMatcher, withPath } from './layer.ts';

/** Creates a layer of `use`. */
export function middlewareLayer(path: Path, handle: ChainFunction, rules: PathRules): StackLayer {
  const matcher = compilePrefix(path, rules);
  const rawPath = rules.dialect.flattenPath(path);
  const matchers =
    Array.isArray(rawPath) && rules.dialect.listParams === undefined
      ? rawPath.map((part) => toPathMatcher(compilePrefix([part], rules), rules))
      : [toPathMatcher(matcher, rules)];
  const slash = matcher === undefined;
  const reading = { ...rules, strict: false, end: false };
  const layer = new rules.dialect.Layer(rawPath, handle, matchers, { slash, reading });
  layer.route = undefined;
  return withPath(layer, { matcher, patterns: undefined });
}

/** Creates a layer of a route. */
export function handlerLayer(method: string | undefined, handle: ChainFunction, Class: LayerClass): Layer {
  const layer = new Class('/', handle, ROOT);
  layer.method = method;
  return layer;
}

const ROOT: readonly PathMatcher[] = [(path) => path === '/' && { params: {}, path }];
