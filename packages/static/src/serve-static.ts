/** @module Hot: runs once per request. Bench: `npm run bench -- --scenario file`. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { FACTORY, UPGRADE } from '@nextpress-internal/internals/keys';
import { alreadySent, errorToPass, notFound } from './disk/file-error.ts';
import { type FileRoot, openRoots } from './disk/file-root.ts';
import type { StaticOptions, StaticSettings } from './options/static-options.ts';
import { compileSettings } from './options/static-options.ts';
import { ResponseCache } from './response/file-response.ts';
import { type Site, serveRequest } from './serve-request.ts';
import { takeSnapshot } from './snapshot.ts';

const { nextTick } = process;

const SOURCE = 'serveStatic()';

/** Middleware for Express, Connect, Polka and Nextpress. With bare `node:http`, call it with your own `next`. */
export type StaticMiddleware = (
  req: IncomingMessage,
  res: ServerResponse,
  next: (error?: unknown) => void,
) => void;

type UpgradeRequest = IncomingMessage & { readonly [UPGRADE]?: boolean };

/**
 * Serves the files under a directory.
 *
 * The path of the request is used in its canonical form (`parseRequestTarget`), and each segment is decoded once. Paths
 * with a segment that is empty, hidden, a dot segment or contains a separator are not served, nor are files outside the
 * root behind a symbolic link.
 *
 * Requests without a file go to `next`, unless `fallthrough` is off. Errors go to `next` with a `status`: 412 and 416
 * for the client's conditions, 500 for a file that cannot be read or a response whose head was already sent. If reading
 * fails halfway, the connection is closed as well.
 *
 * @param root - path or `file:` URL of an existing directory, or an array of them: the first that has a file serves it
 * @throws {TypeError} synchronously, if the root is not a directory or an option is invalid
 * @throws {RangeError} synchronously, if the tree is too large for a snapshot
 * @throws {Error} synchronously, if a directory cannot be read for a snapshot
 *
 * @example
 * import { createServer } from 'node:http';
 * import { serveStatic } from '@nextpress/static';
 *
 * const files = serveStatic('.', { maxAge: '10m' });
 * createServer((req, res) => {
 *   files(req, res, (error) => {
 *     if (res.headersSent) res.destroy();
 *     else res.writeHead(error?.status ?? 404).end();
 *   });
 * });
 */
export function serveStatic(
  root: string | URL | readonly (string | URL)[],
  options: StaticOptions = {},
): StaticMiddleware {
  return serveSite(openSite(openRoots(root), compileSettings(options)));
}

/** Lets `use()` report `app.use(serveStatic)`, where the call is missing. */
Object.defineProperty(serveStatic, FACTORY, { value: true });

export function serveSite(site: Site): StaticMiddleware {
  const { settings } = site;
  // Tools identify the middleware by the name used in npm's serve-static.
  return function serveStatic(req, res, next) {
    if ((req as UpgradeRequest)[UPGRADE] === true) {
      next();
      return;
    }
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      if (settings.fallthrough) next();
      else refuseMethod(res, next);
      return;
    }
    let served: false | Promise<boolean>;
    try {
      served = serveRequest(req, res, site);
    } catch (error) {
      nextTick(next, errorToPass(error, SOURCE, settings));
      return;
    }
    if (served === false) {
      next(missed(settings));
      return;
    }
    // In its own tick, so that an error thrown by `next` does not reject this promise.
    served.then(
      (isServed) => {
        if (!isServed) nextTick(next, missed(settings));
      },
      (error) => nextTick(next, errorToPass(error, SOURCE, settings)),
    );
  };
}

function missed(settings: StaticSettings): unknown {
  return settings.fallthrough ? undefined : errorToPass(notFound(), SOURCE, settings);
}

/** Takes the snapshots, if enabled. */
export function openSite(roots: readonly FileRoot[], settings: StaticSettings): Site {
  for (const root of roots) {
    root.syncReads = settings.syncReads;
    if (settings.snapshot !== undefined) {
      root.snapshot = takeSnapshot(root, settings.dotfiles === 'allow', settings.snapshot);
    }
  }
  return { roots, settings, cache: new ResponseCache() };
}

/** Responds to a method that files do not support. */
export function refuseMethod(res: ServerResponse, next: (error: unknown) => void): void {
  if (res.headersSent) {
    next(alreadySent());
    return;
  }
  res.statusCode = 405;
  res.setHeader('Allow', 'GET, HEAD');
  res.setHeader('Content-Length', '0');
  res.end();
}
