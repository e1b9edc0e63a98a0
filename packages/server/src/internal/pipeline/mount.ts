import { Chain, type ChainEnd, type Next } from '@nextpress/middleware';
import type { Matcher, MatcherResult } from '@nextpress/router';
import type { Request, Response } from '../../messages.ts';
import { checkDecoded, isDecoded } from '../path/path-params.ts';
import { NO_PREFIX } from '../path/regexp-matcher.ts';
import { LAYER_PATH, type PlacedLayer } from '../registration/layer.ts';
import type { ServerLayer } from '../registration/stack.ts';
import { traceMiddleware } from './development.ts';
import { runParamCallbacks } from './param-callbacks.ts';
import type { Pipeline } from './pipeline.ts';
import { paramsIn } from './visit.ts';

/**
 * Puts middleware behind its prefix, as Express's `use(prefix, …)` does: inside, `url` is the rest of the target,
 * `baseUrl` has grown by what was taken off, `params` is what the prefix captured; outside, all three are as before.
 * Where params have callbacks there are two layers: Express runs them also where it then skips the middleware, since an error is
 * under way or since there is none.
 */
export function mountLayers(pipeline: Pipeline, layer: PlacedLayer): ServerLayer[] {
  const prefix = layer[LAYER_PATH].matcher;
  const handle = pipeline.traces ? traceMiddleware(layer) : layer.handle;
  if (prefix === undefined) return [handle];
  const catches = handle.length === 4;
  const mounted = named(mountLayer(pipeline, prefix, handle, catches), handle.name);
  if (pipeline.params.size === 0 || !/[:*(]/.test(prefix.pattern)) return [mounted];
  const skipped = mountLayer(pipeline, prefix, undefined, !catches);
  return catches ? [mounted, skipped] : [skipped, mounted];
}

/** The layer behind its prefix, or, without one, the callbacks of the prefix's params alone. */
function mountLayer(
  pipeline: Pipeline,
  prefix: Matcher,
  layer: ServerLayer | undefined,
  catches: boolean,
): ServerLayer {
  // A chain of its own leaves the mount whichever way the layer ends: next, a throw, a rejection.
  const chain = layer === undefined ? undefined : new Chain([layer], { route: 1, publish: true });
  const enter = (match: MatcherResult, req: Request, res: Response, next: Next, error?: unknown): void => {
    const { params } = req;
    req.params = paramsIn(pipeline, req, match.params);
    const leave: ChainEnd<Request, Response> = (out) => {
      req.params = params;
      next(out);
    };
    const run = (): void => {
      if (chain === undefined || match.length === NO_PREFIX) leave(error, req, res, 0);
      else runMounted(chain, match.length, req, res, leave, error);
    };
    if (pipeline.params.size === 0) run();
    else {
      runParamCallbacks(pipeline.params, Object.keys(match.params), req, res, (failed) => {
        if (failed) leave(error || failed, req, res, 0);
        else run();
      });
    }
  };
  if (catches) {
    return (error: unknown, req: Request, res: Response, next: Next) => {
      const match = prefix.match(req.pathname);
      // The error under way is the one to answer, as in Express.
      if (match === undefined || !isDecoded(match.params)) next(error);
      else enter(match, req, res, next, error);
    };
  }
  return (req: Request, res: Response, next: Next) => {
    const match = prefix.match(req.pathname);
    if (match === undefined) next();
    else {
      checkDecoded(req.pathname, match.params);
      enter(match, req, res, next);
    }
  };
}

function named(layer: ServerLayer, name: string): ServerLayer {
  return Object.defineProperty(layer, 'name', { value: name });
}

/** Takes the matched prefix off `url` while the chain runs. */
function runMounted(
  chain: Chain<Request, Response>,
  length: number,
  req: Request,
  res: Response,
  leave: ChainEnd<Request, Response>,
  error: unknown,
): void {
  const { url: outer = '', baseUrl } = req;
  const { taken, rest } = splitTarget(outer, req.pathname, length);
  const inner = rest.charAt(0) === '/' ? rest : `/${rest}`;
  req.url = inner;
  req.baseUrl = baseUrl + (taken.endsWith('/') ? taken.slice(0, -1) : taken);
  const end: ChainEnd<Request, Response> = (out, _req, _res, at) => {
    const left = req.url ?? '';
    req.url = left === inner ? outer : joinTarget(taken, left, inner !== rest);
    req.baseUrl = baseUrl;
    leave(out, req, res, at);
  };
  chain.run(req, res, end, 0, error);
}

/** The raw target where its path is canonical; else the canonical path, with the query as it was sent. */
function splitTarget(target: string, pathname: string, length: number): { taken: string; rest: string } {
  const query = target.indexOf('?');
  const end = query === -1 ? target.length : query;
  const canonical = end === pathname.length && target.startsWith(pathname);
  const whole = canonical ? target : pathname + target.slice(end);
  return { taken: whole.slice(0, length), rest: whole.slice(length) };
}

/** The whole of a target whose rest a layer inside the mount has rewritten; as in Express, to the letter. */
function joinTarget(taken: string, rest: string, slashAdded: boolean): string {
  const isRoot = rest === '/' || rest.startsWith('/?');
  const superfluous = isRoot || (taken.endsWith('/') && rest.startsWith('/'));
  return taken + (slashAdded && superfluous ? rest.slice(1) : rest);
}
