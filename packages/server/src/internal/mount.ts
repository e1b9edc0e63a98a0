import { Chain, type Next } from '@nextpress/middleware';
import type { Matcher, MatcherResult } from '@nextpress/router';
import type { Request, Response } from '../messages.ts';
import { checkDecoded, isDecoded } from './path-params.ts';
import type { ServerLayer } from './stack.ts';

/**
 * Puts a layer behind a prefix, as Express's `use(prefix, …)` does: inside, `url` is the rest of the target,
 * `baseUrl` has grown by what was taken off, `params` is what the prefix captured; outside, all three are as before.
 */
export function mountLayer(matcher: Matcher, layer: ServerLayer): ServerLayer {
  // A chain of its own leaves the mount whichever way the layer ends: next, a throw, a rejection.
  const chain = new Chain([layer], { route: 1 });
  const enter = (match: MatcherResult, req: Request, res: Response, next: Next, error?: unknown): void => {
    const leave = enterMount(req, match);
    const end = (out: unknown): void => {
      leave();
      next(out);
    };
    chain.run(req, res, end, 0, error);
  };
  const mounted: ServerLayer =
    layer.length === 4
      ? (error: unknown, req: Request, res: Response, next: Next) => {
          const match = matcher.match(req.pathname);
          // The error under way is the one to answer, as in Express.
          if (match === undefined || !isDecoded(match.params)) next(error);
          else enter(match, req, res, next, error);
        }
      : (req: Request, res: Response, next: Next) => {
          const match = matcher.match(req.pathname);
          if (match === undefined) next();
          else {
            checkDecoded(req.pathname, match.params);
            enter(match, req, res, next);
          }
        };
  return Object.defineProperty(mounted, 'name', { value: layer.name });
}

/** Takes the matched prefix off `url` and returns the function that puts it back. */
function enterMount(req: Request, match: MatcherResult): () => void {
  const { url: outer = '', baseUrl, params } = req;
  const { taken, rest } = splitTarget(outer, req.pathname, match.length);
  const inner = rest.charAt(0) === '/' ? rest : `/${rest}`;
  req.url = inner;
  req.baseUrl = baseUrl + (taken.endsWith('/') ? taken.slice(0, -1) : taken);
  req.params = match.params;
  return () => {
    const left = req.url ?? '';
    req.url = left === inner ? outer : joinTarget(taken, left, inner !== rest);
    req.baseUrl = baseUrl;
    req.params = params;
  };
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
