/** @module Hot: runs once per request. Bench: `pnpm --filter @nextpress/static bench`. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { canonicalPathEnd, parseRequestTarget } from '@nextpress/semantics/request-target';
import { addVary } from './answer/add-vary.ts';
import { formsFor } from './answer/content-form.ts';
import { KnownAnswers } from './answer/known-answers.ts';
import { isNavigation } from './answer/navigation.ts';
import { hasToWait, turn } from './answer/pipeline-turn.ts';
import { decideAnswer, transferFile } from './answer/transfer-file.ts';
import type { FileRoot } from './disk/file-root.ts';
import { openRoots } from './disk/file-root.ts';
import { findInRoots } from './disk/find-in-roots.ts';
import { closeFile, type OpenFile } from './disk/open-file.ts';
import { forbidden, malformedTarget, methodNotAllowed, notFound } from './file-error.ts';
import { sendListing } from './listing/send-listing.ts';
import type { StaticOptions, StaticSettings } from './options/static-options.ts';
import { compileSettings } from './options/static-options.ts';
import { redirectLocation } from './path/directory-redirect.ts';
import { type PathSegments, pathSegments } from './path/path-segments.ts';
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
 * A path without a file goes on, unless `fallthrough` is off. A malformed target is a 400, a file that can't be
 * read a 500; both go to `next` as an `HttpError`. An error after the answer has begun ends the connection.
 *
 * @param root - path or `file:` URL of a directory that exists; a relative path starts at the working directory. Of several the
 * first that has a file serves it
 * @throws {TypeError} at once, when the root is no directory or an option makes no sense
 * @throws {RangeError} at once, when there is too much of it for a snapshot
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
  const roots = openRoots(root);
  const settings = compileSettings(options);
  if (settings.snapshot !== undefined) {
    for (const each of roots) {
      each.snapshot = takeSnapshot(each, settings.dotfiles === 'allow', settings.snapshot);
    }
  }
  const known = new KnownAnswers(settings);
  // The name by which tools know it, as they know that of npm's serve-static.
  return function serveStatic(req, res, next) {
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      next(settings.fallthrough ? undefined : methodNotAllowed());
      return;
    }
    // In a tick of its own: what `next` throws is its owner's exception, not a rejection of this promise.
    serve(req, res, roots, settings, known).then(
      (isServed) => {
        if (!isServed) process.nextTick(next, settings.fallthrough ? undefined : notFound());
      },
      (reason) => process.nextTick(next, reason ?? new Error(`serveStatic: setHeaders threw ${reason}`)),
    );
  };
}

/**
 * @returns whether the request is answered, or can't be any more
 * @throws what is to be answered by an error handler; nothing once the answer has begun
 */
async function serve(
  req: IncomingMessage,
  res: ServerResponse,
  roots: readonly FileRoot[],
  settings: StaticSettings,
  known: KnownAnswers,
): Promise<boolean> {
  const pathname = canonicalPath(req.url ?? '/');
  if (pathname === undefined) throw malformedTarget();
  const segments = pathSegments(pathname, settings.dotfiles);
  if (segments === 'hidden' && settings.dotfiles === 'deny') throw forbidden();
  if (typeof segments !== 'object') return false;

  // A file that was opened earlier would stay open as long as a client likes that sends requests and reads nothing.
  if (hasToWait(req, res) && !(await turn(req, res))) return true;
  const forms = formsFor(req, res, settings.precompressed);
  const finding = isBareMount(req, pathname) ? 'directory' : findInRoots(roots, segments, settings, forms);
  // What is there at once is answered in this tick.
  const found = finding instanceof Promise ? await finding : finding;
  if (typeof found === 'object') return answerWith(found, req, res, settings, known);
  const isElsewhere = found === 'directory' && settings.redirect;
  const location = isElsewhere ? redirectLocation(req, pathname) : undefined;
  if (location !== undefined) return redirect(res, location);
  if (!settings.list && settings.fallback === undefined) return false;
  return serveOther(req, res, roots, segments, settings, known);
}

async function answerWith(
  file: OpenFile,
  req: IncomingMessage,
  res: ServerResponse,
  settings: StaticSettings,
  known: KnownAnswers,
): Promise<boolean> {
  try {
    const transfer = transferFile(req, res, file, decideAnswer(req, res, file, settings, known));
    if (transfer instanceof Promise) await transfer;
  } catch (error) {
    if (!res.headersSent) throw error;
    res.destroy();
  } finally {
    closeFile(file);
  }
  return true;
}

function redirect(res: ServerResponse, location: string): boolean {
  if (res.headersSent || res.writableEnded) return true;
  res.statusCode = 301;
  res.setHeader('Location', location);
  res.end();
  return true;
}

/** Where there is no file: the names in the directory, or the page that stands for every other. */
async function serveOther(
  req: IncomingMessage,
  res: ServerResponse,
  roots: readonly FileRoot[],
  segments: PathSegments,
  settings: StaticSettings,
  known: KnownAnswers,
): Promise<boolean> {
  if (settings.list && segments.directory) {
    if (await sendListing(req, res, roots, segments.names, settings.dotfiles)) return true;
  }
  if (settings.fallback === undefined) return false;
  addVary(res, 'Accept');
  if (!isNavigation(req, segments)) return false;
  const forms = formsFor(req, res, settings.precompressed);
  const found = await findInRoots(roots, settings.fallback, settings, forms);
  return typeof found === 'object' && answerWith(found, req, res, settings, known);
}

/** Whether a mount was asked for without a slash at its end: within the mount the path is `/` all the same. */
function isBareMount(req: IncomingMessage, pathname: string): boolean {
  return pathname === '/' && redirectLocation(req, pathname) !== undefined;
}

/** The path of a request target in canonical form; `undefined` when the target is malformed or names no path. */
function canonicalPath(target: string): string | undefined {
  const end = canonicalPathEnd(target);
  if (end !== -1) return target.slice(0, end);
  const parsed = parseRequestTarget(target);
  return parsed === undefined || parsed.form === 'asterisk' ? undefined : parsed.pathname;
}
