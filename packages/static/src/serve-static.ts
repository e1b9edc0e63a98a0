/** @module Hot: runs once per request. Bench: `pnpm --filter @nextpress/static bench`. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpError } from '@nextpress/semantics/http-error';
import { KnownAnswers } from './answer/known-answers.ts';
import { type FileRoot, openRoots } from './disk/file-root.ts';
import { notFound } from './file-error.ts';
import type { StaticOptions, StaticSettings } from './options/static-options.ts';
import { compileSettings } from './options/static-options.ts';
import { type Site, serveRequest } from './serve-request.ts';
import { takeSnapshot } from './snapshot/take-snapshot.ts';

/** A middleware for Express, Connect, Polka, Nextpress and, with a `next` of your own, for bare `node:http`. */
export type StaticMiddleware = (
  req: IncomingMessage,
  res: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/**
 * Serves the files under a directory.
 *
 * The path is read in its canonical form (`parseRequestTarget`), each segment is decoded once, and what is empty, a dot
 * segment, hidden, or holds a separator is not served. Neither is a file that lies outside the root through a symbolic link.
 *
 * A path without a file goes on, unless `fallthrough` is off. An error goes to `next` with a `status`: 412 and 416 for what the
 * client asks for, 500 for a file that cannot be read. An error after the response has begun ends the connection.
 *
 * @param root - path or `file:` URL of a directory that exists; a relative path starts at the working directory. Of several the
 * first that has a file serves it
 * @throws {TypeError} at once, when the root is no directory or an option makes no sense
 * @throws {RangeError} at once, when there is too much of it for a snapshot
 * @throws {Error} at once, what the system says, when a directory below it can't be read for a snapshot
 *
 * @example
 * import { createServer } from 'node:http';
 * import { serveStatic } from '@nextpress/static';
 *
 * const files = serveStatic('.', { maxAge: '10m' });
 * createServer((req, res) => {
 *   files(req, res, (error) => {
 *     res.writeHead(error?.status ?? 404).end();
 *   });
 * });
 */
export function serveStatic(
  root: string | URL | readonly (string | URL)[],
  options: StaticOptions = {},
): StaticMiddleware {
  return serveSite(openSite(openRoots(root), compileSettings(options)));
}

/** Lets `use()` say so when the call is forgotten: `app.use(serveStatic)`. */
Object.defineProperty(serveStatic, Symbol.for('nextpress.factory'), { value: true });

/** The middleware for a site. */
export function serveSite(site: Site): StaticMiddleware {
  const { fallthrough } = site.settings;
  // The name by which tools know it, as they know that of npm's serve-static.
  return function serveStatic(req, res, next) {
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      if (fallthrough) next();
      else refuseMethod(res);
      return;
    }
    const served = tryToServe(req, res, site);
    if (served === true) return;
    if (!(served instanceof Promise)) {
      next(served === false ? missed(fallthrough) : served.reason);
      return;
    }
    // In a tick of its own: what `next` throws is its owner's exception, not a rejection of this promise.
    served.then(
      (isServed) => {
        if (!isServed) process.nextTick(next, missed(fallthrough));
      },
      (reason) => process.nextTick(next, named(reason)),
    );
  };
}

/** Reads the roots, if that is to be done only once. */
export function openSite(roots: readonly FileRoot[], settings: StaticSettings): Site {
  if (settings.snapshot !== undefined) {
    for (const each of roots) {
      each.snapshot = takeSnapshot(each, settings.dotfiles === 'allow', settings.snapshot);
    }
  }
  return { roots, settings, known: new KnownAnswers(settings) };
}

/** What `next` throws is its owner's exception: it is called outside of this. */
function tryToServe(
  req: IncomingMessage,
  res: ServerResponse,
  site: Site,
): boolean | Promise<boolean> | { readonly reason: unknown } {
  try {
    return serveRequest(req, res, site);
  } catch (reason) {
    return { reason: named(reason) };
  }
}

function refuseMethod(res: ServerResponse): void {
  res.statusCode = 405;
  res.setHeader('Allow', 'GET, HEAD');
  res.setHeader('Content-Length', '0');
  res.end();
}

function missed(fallthrough: boolean): HttpError | undefined {
  return fallthrough ? undefined : notFound();
}

function named(reason: unknown): unknown {
  return reason ?? new Error(`serveStatic: setHeaders threw ${reason}`);
}
