/** @module Makes the layers of routers and routes. */
import type { ExpressVersion } from '@nextpress/core';
import type { ServerLayer } from '../../types/application.ts';
import type { Path, PathMatcher } from '../../types/values.ts';
import { compilePrefix, flattenPath } from '../path/path-matcher.ts';
import type { PathRules } from '../path/path-rules.ts';
import { Layer, type PlacedLayer, placeLayer, toPathMatcher } from './layer.ts';
import { Layer4 } from './layer4.ts';

/** Makes a layer of `use`. */
export function middlewareLayer(path: Path, handle: ServerLayer, rules: PathRules): PlacedLayer {
  const matcher = compilePrefix(path, rules);
  const rawPath = flattenPath(path, rules.expressVersion);
  const matchers = Array.isArray(rawPath)
    ? rawPath.map((part) => toPathMatcher(compilePrefix([part], rules)))
    : [toPathMatcher(matcher)];
  const slash = matcher === undefined;
  const layer =
    rules.expressVersion === 4
      ? new Layer4(rawPath, handle, matchers, { slash, reading: { ...rules, strict: false, end: false } })
      : new Layer(rawPath, handle, matchers, slash);
  layer.route = undefined;
  return placeLayer(layer, { matcher, patterns: undefined });
}

/** Makes a layer of a route. */
export function handlerLayer(
  method: string | undefined,
  handle: ServerLayer,
  version?: ExpressVersion | undefined,
): Layer {
  const layer = version === 4 ? new Layer4('/', handle, [matchRoot]) : new Layer('/', handle, [matchRoot]);
  layer.method = method;
  return layer;
}

const matchRoot: PathMatcher = (path) => path === '/' && { params: {}, path };
