/** @module The layers of Express 4, whose properties tools read. */
import type { Next } from '@nextpress/middleware';
import { type Express4Key, type Express4RegExp, express4RegExp } from '@nextpress/router';
import type { ChainFunction, Request, Response } from '../../types/application.ts';
import type { LayerMatch, Path, PathMatcher } from '../../types/values.ts';
import type { LayerOptions } from '../dialect.ts';
import { checkDecoded, decodeParam } from '../path/path-params.ts';
import { Layer } from '../registration/layer.ts';

type Reading = NonNullable<LayerOptions['reading']>;

/** How Express 4 compiles the paths of layers inside a route. */
const INSIDE_ROUTE: Reading = { caseSensitive: false, strict: false, end: true };

/** Express 4 properties of a layer. Changing them, unlike changing the layer, does not recompile routes. */
interface Shown {
  readonly reading: Reading;
  expression: Express4RegExp | undefined;
  /** From the last call of `match`. */
  params: LayerMatch['params'] | undefined;
  path: string | undefined;
}

const SHOWN: unique symbol = Symbol('shown');

/**
 * A layer of Express 4. Its regular expression is for tools: requests are matched with its {@link Layer.matchers}, unless the application
 * assigns another expression.
 */
export class Layer4 extends Layer {
  static override matchesPath(layer: Layer): boolean {
    return layer.match === Layer4.prototype.match && !hasOtherExpression(layer);
  }

  static override readonly callers: (typeof Layer)['callers'] = {
    request: { name: 'handle_request', original: Layer4.prototype.handle_request },
    error: { name: 'handle_error', original: Layer4.prototype.handle_error },
  };

  static override readonly dispatcher: string = 'bound dispatch';

  static override readonly endsBeforeDot: boolean = true;

  declare regexp: Express4RegExp['regexp'];
  declare keys: Express4Key[];
  declare params: LayerMatch['params'] | undefined;
  declare path: string | undefined;

  constructor(
    rawPath: Path,
    handle: ChainFunction,
    matchers: readonly PathMatcher[],
    { slash = false, reading = INSIDE_ROUTE }: LayerOptions = {},
  ) {
    super(rawPath, handle, matchers, { slash });
    const shown: Shown = { reading, expression: undefined, params: undefined, path: undefined };
    Object.defineProperty(this, SHOWN, { value: shown });
    Object.defineProperties(this, PROPERTIES);
    for (const name of NOT_IN_EXPRESS_4) Object.defineProperty(this, name, { enumerable: false });
  }

  /** Returns a boolean. The params and the path of the match are properties of the layer. */
  override match(path: string | null | undefined): never {
    const found = hasOtherExpression(this) ? matchExpression(this, path) : super.match(path) || undefined;
    // With a prototype, unlike in Express 5.
    this.params = found && { ...found.params };
    this.path = found?.path;
    return (found !== undefined) as never;
  }

  handle_request(req: Request, res: Response, next: Next): void {
    this.handleRequest(req, res, next);
  }

  handle_error(error: unknown, req: Request, res: Response, next: Next): void {
    this.handleError(error, req, res, next);
  }
}

// Tools compare the name.
Object.defineProperty(Layer4, 'name', { value: 'Layer' });

const NOT_IN_EXPRESS_4 = ['rawPath', 'slash', 'matchers'];

/** Own and enumerable, as in Express 4, for tools that copy or print a layer. */
const PROPERTIES: PropertyDescriptorMap & ThisType<Layer4> = {
  params: {
    get() {
      return shownOf(this).params;
    },
    set(params) {
      shownOf(this).params = params;
    },
  },
  path: {
    get() {
      return shownOf(this).path;
    },
    set(path) {
      shownOf(this).path = path;
    },
  },
  keys: replaceable('keys'),
  regexp: replaceable('regexp'),
};
for (const property of Object.values(PROPERTIES)) property.enumerable = true;

/** An assignment defines the property, which recompiles the routes. */
function replaceable(name: keyof Express4RegExp): PropertyDescriptor & ThisType<Layer4> {
  return {
    get() {
      return expressionOf(this)[name];
    },
    set(value: unknown) {
      Object.defineProperty(this, name, { value, writable: true, enumerable: true, configurable: true });
    },
    configurable: true,
  };
}

function hasOtherExpression(layer: Layer): boolean {
  return Object.getOwnPropertyDescriptor(layer, 'regexp')?.get === undefined;
}

/** Matches with the expression that the application has assigned, as Express 4 does. */
function matchExpression(
  { regexp, keys }: Layer4,
  path: string | null | undefined,
): Pick<LayerMatch, 'params' | 'path'> | undefined {
  if (path === null || path === undefined) return undefined;
  regexp.lastIndex = 0;
  const found = regexp.exec(path);
  if (found === null) return undefined;
  const params: Record<string, string> = {};
  for (const [at, { name }] of keys.entries()) {
    const value = found[at + 1];
    if (value !== undefined) params[name] = decodeParam(value);
  }
  checkDecoded(params, { dialect: { hidesCodes: true } });
  return { params, path: found[0] };
}

/** Compiled on first access: few applications have tools that read it. */
function expressionOf(layer: Layer4): Express4RegExp {
  const { rawPath } = layer;
  const shown = shownOf(layer);
  if (shown.expression === undefined) {
    const { reading } = shown;
    shown.expression = express4RegExp(rawPath, reading);
    Object.assign(shown.expression.regexp, {
      fast_star: rawPath === '*',
      fast_slash: rawPath === '/' && !reading.end,
    });
  }
  return shown.expression;
}

function shownOf(layer: Layer4): Shown {
  return (layer as Layer4 & { readonly [SHOWN]: Shown })[SHOWN];
}
