/** @module `express.static` and `res.sendFile` with the options and behavior of npm's serve-static and send, for Express 4 and 5. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { isAbsolute } from 'node:path';
import { withoutCode } from '@nextpress/semantics/thrown-value';
import { badPath } from './disk/file-error.ts';
import { openFollowedRoot } from './disk/file-root.ts';
import {
  compileExpressSendFileSettings,
  compileExpressSettings,
  type GivenOptions,
} from './options/express-options.ts';
import { compileSettings, type StaticOptions, type StaticSettings } from './options/static-options.ts';
import { decodeOnce, hasParent } from './path-segments.ts';
import { type FileSent, sendWithSettings } from './send-file.ts';
import { openSite, refuseMethod, type StaticMiddleware, serveSite } from './serve-static.ts';

const { nextTick } = process;

/** The options of serve-static, and those of this package. */
export interface ExpressStaticOptions extends Omit<StaticOptions, 'extensions'> {
  readonly extensions?: string | readonly string[] | false;
  /** An alias of `maxAge`. */
  readonly maxage?: number | string;
}

/**
 * Serves the files under a directory, as npm's serve-static does: links are followed, the root may be created later or
 * be a file, and a request for several ranges gets the whole file.
 *
 * @throws {TypeError} if the root is not a string or `setHeaders` is not a function
 */
export function expressStatic(
  root: string,
  options?: ExpressStaticOptions,
  version: 4 | 5 = 5,
): StaticMiddleware {
  if (!root) throw new TypeError('root path required');
  if (typeof root !== 'string') throw new TypeError('root path must be a string');
  const given: Record<string, unknown> = Object.create((options || null) as object | null);
  given.maxage = given.maxage || given.maxAge || 0;
  const { setHeaders } = given;
  if (setHeaders && typeof setHeaders !== 'function')
    throw new TypeError('option setHeaders must be function');
  try {
    return serveSite(openSite([openFollowedRoot(root)], compileStaticSettings(given, version)));
  } catch (error) {
    // serve-static validates send's options per request.
    return function serveStatic(req, res, next) {
      if (req.method === 'GET' || req.method === 'HEAD') throw error;
      if (given.fallthrough !== false) next();
      else refuseMethod(res, next);
    };
  }
}

function compileStaticSettings(given: GivenOptions, version: 4 | 5): StaticSettings {
  const { fallback, list, snapshot, setHeaders } = given as StaticOptions;
  const own = { fallback, list, snapshot } as StaticOptions;
  return {
    ...compileSettings(own),
    ...compileExpressSettings(given, setHeaders || undefined, version),
    fallthrough: given.fallthrough !== false,
    redirect: given.redirect !== false,
  };
}

/**
 * Sends a file like `res.sendFile` of Express 5; `etag` is the application's setting.
 *
 * @throws {TypeError} for options that npm's send rejects
 */
export function sendFileAsExpress(
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  options: object,
  etag: boolean,
  done: FileSent,
): void {
  const settings = compileExpressSendFileSettings(options as GivenOptions, 5);
  sendWithSettings({ req, res, path, settings: { ...settings, etag } }, done);
}

/**
 * Sends a file like `res.sendFile` of Express 4.
 *
 * @throws {TypeError} for options that npm's send rejects
 */
export function sendFileAsExpress4(
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  options: object,
  done: FileSent,
): void {
  const settings = compileExpressSendFileSettings(options as GivenOptions, 4);
  sendWithSettings({ req, res, path, settings }, done);
}

/**
 * Sends a file like `res.sendfile` of Express 4: the path is a URL path, which is decoded. Without a root it is
 * relative to the working directory, and `..` is not resolved.
 *
 * @throws {TypeError} for options that npm's send rejects
 */
export function sendUrlPathAsExpress4(
  req: IncomingMessage,
  res: ServerResponse,
  urlPath: string,
  options: object,
  done: FileSent,
): void {
  const settings = compileExpressSendFileSettings(options as GivenOptions, 4);
  const path = decodeOnce(urlPath);
  if (path === undefined) {
    nextTick(done, withoutCode(badPath()));
    return;
  }
  // Without a root, `..` is rejected.
  const isRelative = settings.root === undefined && !isAbsolute(path) && !hasParent(path);
  const root = isRelative ? process.cwd() : settings.root;
  sendWithSettings({ req, res, path, settings: { ...settings, root } }, done);
}
