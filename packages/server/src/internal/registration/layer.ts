import { Chain, type Next } from '@nextpress/middleware';
import type { Matcher } from '@nextpress/router';
import type { ChainFunction, Request, Response, Route } from '../../types/application.ts';
import type { LayerMatch, Path, PathMatcher } from '../../types/values.ts';
import type { LayerOptions } from '../dialect.ts';
import type { PathRules } from '../path/path-matcher.ts';
import { checkDecoded, plainParams } from '../path/path-params.ts';
import { createFunctionMatcher } from '../path/regexp-matcher.ts';
import { registrationSite } from './call-site.ts';
import { sendReturned } from './send-returned.ts';

const RETURNING = { onReturn: sendReturned };

/** The method of a layer that calls its function, and its original value. */
interface Caller {
  readonly name: string;
  readonly original: unknown;
}

/** A function in the stack of a router or a route: the class of the type `Layer`. */
export class Layer {
  static readonly callers: { readonly request: Caller; readonly error: Caller } = {
    request: { name: 'handleRequest', original: Layer.prototype.handleRequest },
    error: { name: 'handleError', original: Layer.prototype.handleError },
  };

  static readonly dispatcher: string = 'handle';

  /** Whether a prefix that is not a pattern may also end before a dot. */
  static readonly endsBeforeDot: boolean = false;

  /** Whether a layer matches by its path: the application may have replaced `match`. */
  static matchesPath(layer: Layer): boolean {
    return layer.match === Layer.prototype.match;
  }

  declare handle: ChainFunction;
  declare name: string;
  declare readonly rawPath: Path;
  declare readonly slash: boolean;
  declare readonly matchers: readonly PathMatcher[];
  declare route?: Route | undefined;
  declare method?: string | undefined;

  constructor(
    rawPath: Path,
    handle: ChainFunction,
    matchers: readonly PathMatcher[],
    options?: LayerOptions,
  ) {
    // Assigned, not defined: libraries put accessors on the prototype.
    this.handle = handle;
    this.name = handle.name || '<anonymous>';
    this.rawPath = rawPath;
    this.slash = options?.slash ?? false;
    this.matchers = matchers;
  }

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

  handleRequest(req: Request, res: Response, next: Next): void {
    new Chain([this.handle], RETURNING).run(req, res, next);
  }

  handleError(error: unknown, req: Request, res: Response, next: Next): void {
    new Chain([this.handle]).run(req, res, next, 0, error);
  }
}

/** What runs for a layer: its function, or, if a library replaced the method that calls it, that method. */
export function functionOf(layer: Layer): ChainFunction {
  const { handle } = layer;
  const { callers } = layer.constructor as typeof Layer;
  const isErrorHandler = handle.length === 4;
  const { name, original } = isErrorHandler ? callers.error : callers.request;
  const caller = layer as unknown as Readonly<Record<string, (...args: unknown[]) => unknown>>;
  if (caller[name] === original || handle.length > 4) return handle;
  if (isErrorHandler)
    return (error: unknown, req: Request, res: Response, next: Next) => caller[name]?.(error, req, res, next);
  return (req: Request, res: Response, next: Next) => caller[name]?.(req, res, next);
}

/** The compiled path of a layer. */
export interface LayerPath {
  /** `undefined` when every path matches. */
  readonly matcher: Matcher | undefined;
  /** The patterns of a route that the router can search; `undefined` for others. */
  readonly patterns: readonly Matcher[] | undefined;
  /** The rules of these patterns. */
  readonly rules?: PathRules;
}

export const LAYER_PATH: unique symbol = Symbol('path');
const COMPILED: unique symbol = Symbol('compiled');
/** The call site of the registration, as `file:line:column`, if a tool asks for it. */
export const REGISTERED_AT: unique symbol = Symbol('registeredAt');

/** A layer of a router, which has a path. Layers of a route have none. */
export interface StackLayer extends Layer {
  readonly [LAYER_PATH]: LayerPath;
  readonly [REGISTERED_AT]?: string;
}

export function isStackLayer(value: unknown): value is StackLayer {
  return value instanceof Layer && COMPILED in value;
}

export function isLayer(value: unknown): value is Layer {
  return value instanceof Layer;
}

let changes = 0;

/** Process-wide version counter of all layers; anything derived from them is stale once it changes. */
export function changeCount(): number {
  return changes;
}

export function countChange(): void {
  changes++;
}

/** Gives a layer its compiled path, which applies unless the application replaces `match`. */
export function withPath(layer: Layer, path: LayerPath): StackLayer {
  // Error handlers of scopes are in no stack.
  countChange();
  const site = registrationSite();
  if (site !== undefined) Object.defineProperty(layer, REGISTERED_AT, { value: site });
  return Object.defineProperty(layer, COMPILED, { value: path }) as StackLayer;
}

// On the prototype: a getter per layer would give each layer its own object shape.
Object.defineProperty(Layer.prototype, LAYER_PATH, {
  get(this: Layer & { readonly [COMPILED]: LayerPath }): LayerPath {
    if ((this.constructor as typeof Layer).matchesPath(this)) return this[COMPILED];
    const { endsBeforeDot } = this.constructor as typeof Layer;
    const matcher = createFunctionMatcher(
      String(this.rawPath),
      (pathname) => matchWith(this, pathname),
      endsBeforeDot,
    );
    return { matcher, patterns: undefined };
  },
});

/** The result of `match`, which in Express 4 is a boolean, while the layer has the params and the path. */
function matchWith(layer: Layer & Partial<LayerMatch>, pathname: string): Partial<LayerMatch> | false {
  const found = layer.match(pathname) as LayerMatch | boolean;
  const { params = {}, path = '' } = layer;
  return found === true ? { params, path } : found;
}

/** The patterns of a route for the router of a stack, which would read those of a router with other rules by its own. */
export function patternsOf(layer: StackLayer, stack: PathRules): readonly Matcher[] | undefined {
  const { patterns, rules } = layer[LAYER_PATH];
  return rules?.caseSensitive === stack.caseSensitive && rules.strict === stack.strict ? patterns : undefined;
}

/** Turns a matcher into the function that Express's layers have; `undefined` matches every path. */
export function toPathMatcher(matcher: Matcher | undefined, rules: PathRules): PathMatcher {
  return (path) => {
    if (matcher === undefined) return { params: {}, path: '' };
    const found: (ReturnType<Matcher['match']> & { readonly text?: string }) | undefined =
      matcher.match(path);
    if (found === undefined) return false;
    checkDecoded(found.params, rules);
    return { params: plainParams(found.params), path: found.text ?? path.slice(0, found.length) };
  };
}
