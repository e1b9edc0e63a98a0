/** @module The layers of Express 4, whose properties tools read. */
import type { Next } from '@nextpress/middleware';
import { type Express4Key, type Express4RegExp, express4RegExp } from '@nextpress/router';
import type { Request, Response, ServerLayer } from '../../types.ts';
import type { LayerMatch, PathMatcher } from '../../value-types.ts';
import type { Path } from '../path/path-matcher.ts';
import type { PathRules } from '../path/path-rules.ts';
import { Layer } from './layer.ts';

type Reading = Pick<PathRules, 'caseSensitive' | 'strict'> & { readonly end: boolean };

/** How Express 4 reads the paths of the layers inside a route. */
const INSIDE_ROUTE: Reading = { caseSensitive: false, strict: false, end: true };

/** What a layer of Express 4 shows. It is not part of the layer, whose changes recompile the routes. */
interface Shown {
  readonly reading: Reading;
  expression: Express4RegExp | undefined;
  /** The last result of `match`. */
  found: LayerMatch | undefined;
}

const SHOWN: unique symbol = Symbol('shown');

/** A layer of Express 4. Its regular expression is for tools: requests are matched with its {@link Layer.matchers}. */
export class Layer4 extends Layer {
  static override readonly ownMatch: unknown = Layer4.prototype.match;

  constructor(
    rawPath: Path,
    handle: ServerLayer,
    matchers: readonly PathMatcher[],
    { slash = false, reading = INSIDE_ROUTE }: { readonly slash?: boolean; readonly reading?: Reading } = {},
  ) {
    super(rawPath, handle, matchers, slash);
    const shown: Shown = { reading, expression: undefined, found: undefined };
    Object.defineProperty(this, SHOWN, { value: shown });
  }

  get regexp(): RegExp {
    return expressionOf(this).regexp;
  }

  get keys(): Express4Key[] {
    return expressionOf(this).keys;
  }

  get params(): LayerMatch['params'] | undefined {
    return shownOf(this).found?.params;
  }

  get path(): string | undefined {
    return shownOf(this).found?.path;
  }

  /** Returns a boolean. The params and the path of the match are properties of the layer. */
  override match(path: string | null | undefined): never {
    const found = super.match(path) || undefined;
    // With a prototype, unlike in Express 5.
    shownOf(this).found = found && { ...found, params: { ...found.params } };
    return (found !== undefined) as never;
  }

  handle_request(req: Request, res: Response, next: Next): void {
    this.handleRequest(req, res, next);
  }

  handle_error(error: unknown, req: Request, res: Response, next: Next): void {
    this.handleError(error, req, res, next);
  }
}

/** Written when it is first read: few applications have tools that read it. */
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
