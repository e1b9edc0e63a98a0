/** @module The function that `express/lib/router/layer` exports in Express 4. */
import type { ChainFunction } from '../../types/application.ts';
import type { Path } from '../../types/values.ts';
import { compilePrefix, compileRoutePath, createPathRules } from '../path/path-matcher.ts';
import { createFunctionMatcher } from '../path/regexp-matcher.ts';
import { toPathMatcher, withPath } from '../registration/layer.ts';
import { express4 } from './express4.ts';
import { Layer4 } from './layer4.ts';

/** The options of path-to-regexp. */
interface LayerOptions {
  readonly sensitive?: boolean | undefined;
  readonly strict?: boolean | undefined;
  /** Whether the whole path must match. */
  readonly end?: boolean | undefined;
}

/** Creates a layer that can be put in a stack, with or without `new`. */
export interface ExpressLayer {
  new (path: Path, options: LayerOptions | null | undefined, handle: ChainFunction): Layer4;
  (path: Path, options: LayerOptions | null | undefined, handle: ChainFunction): Layer4;
  readonly prototype: Layer4;
}

export const ExpressLayer: ExpressLayer = function Layer(
  path: Path,
  options: LayerOptions | null | undefined,
  handle: ChainFunction,
): Layer4 {
  const { sensitive = false, strict = false, end = true } = options ?? {};
  const rules = createPathRules(sensitive, strict, express4);
  const rawPath = express4.flattenPath(path);
  const compiled = end ? compileRoutePath(path, rules).matcher : compilePrefix(path, rules);
  const match = toPathMatcher(compiled, rules);
  // Unlike a prefix matcher, one for whole paths cannot be compared with routes.
  const matcher = end ? createFunctionMatcher(String(rawPath), match, true) : compiled;
  const reading = { caseSensitive: sensitive, strict, end };
  const made = new Layer4(rawPath, handle, [match], { slash: matcher === undefined, reading });
  // The class of a library that extends this function.
  if (new.target !== undefined && new.target !== ExpressLayer)
    Object.setPrototypeOf(made, new.target.prototype);
  made.route = undefined;
  return withPath(made, { matcher, patterns: undefined }) as never;
} as never;
Object.defineProperty(ExpressLayer, 'prototype', { value: Layer4.prototype });
// Subclasses in libraries inherit the static members, which routes read.
Object.setPrototypeOf(ExpressLayer, Layer4);
Object.defineProperty(Layer4.prototype, 'constructor', { value: ExpressLayer });
