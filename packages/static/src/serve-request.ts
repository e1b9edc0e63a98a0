/** @module Hot: from a request to the file that it asks for. Synchronous as far as nothing has to be waited for. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { canonicalPathEnd, parseRequestTarget } from '@nextpress/semantics/request-target';
import { addVary } from './answer/add-vary.ts';
import { formsFor } from './answer/content-form.ts';
import type { KnownAnswers } from './answer/known-answers.ts';
import { mayBePage, namesHtml } from './answer/navigation.ts';
import { hasToWait, turn } from './answer/pipeline-turn.ts';
import { redirectTo } from './answer/redirect-page.ts';
import { takeBackFields } from './answer/take-back-fields.ts';
import { decideAnswer, refusalOf, transferFile } from './answer/transfer-file.ts';
import { type FileRoot, pathUnder } from './disk/file-root.ts';
import { lastTried } from './disk/find-file.ts';
import { findInRoots } from './disk/find-in-roots.ts';
import { closeFile, type Found, type OpenFile } from './disk/open-file.ts';
import { badPath, dotfileDenied, missing, systemError } from './file-error.ts';
import { sendListing } from './listing/send-listing.ts';
import type { StaticSettings } from './options/static-options.ts';
import { redirectLocation } from './path/directory-redirect.ts';
import { type PathSegments, pathSegments } from './path/path-segments.ts';

/** What is served, and how. */
export interface Site {
  readonly roots: readonly FileRoot[];
  readonly settings: StaticSettings;
  readonly known: KnownAnswers;
}

/** A request for what a path names. */
interface Asked {
  readonly pathname: string;
  readonly segments: PathSegments;
}

/** The root, asked for as a file would be. */
const BARE_MOUNT: Asked = { pathname: '/', segments: { names: [], directory: false } };

/**
 * @returns whether the request is answered, or can't be any more
 * @throws what is to be answered by an error handler; nothing once the answer has begun
 */
export function serveRequest(
  req: IncomingMessage,
  res: ServerResponse,
  site: Site,
): boolean | Promise<boolean> {
  const { dotfiles, fallthrough } = site.settings;
  const pathname = canonicalPath(req.url ?? '/');
  const segments = pathname === undefined ? 'malformed' : pathSegments(pathname, dotfiles);
  if (pathname === undefined || typeof segments !== 'object') {
    if (fallthrough) return false;
    if (segments === 'malformed') throw badPath();
    if (segments === 'hidden' && dotfiles === 'deny') throw dotfileDenied();
    return false;
  }
  const asked = { pathname, segments };
  // A file that was opened earlier would stay open as long as a client likes that sends requests and reads nothing.
  if (!hasToWait(req, res)) return serve(req, res, asked, site);
  return turn(req, res).then((isOurs) => !isOurs || serve(req, res, asked, site));
}

function serve(
  req: IncomingMessage,
  res: ServerResponse,
  asked: Asked,
  site: Site,
): boolean | Promise<boolean> {
  if (isBareMount(req, asked.pathname)) return serveBareMount(req, res, site);
  const forms = formsFor(req, res, site.settings.precompressed);
  const found = findInRoots(site.roots, asked.segments, site.settings, forms);
  if (!(found instanceof Promise)) return serveFound(found, req, res, asked, site);
  return found.then((file) => serveFound(file, req, res, asked, site));
}

/** The root itself, which is a directory, or for send may be a file. */
function serveBareMount(req: IncomingMessage, res: ServerResponse, site: Site): boolean | Promise<boolean> {
  if (!site.settings.likeSend) return serveFound('directory', req, res, BARE_MOUNT, site);
  const found = findInRoots(site.roots, BARE_MOUNT.segments, site.settings, formsFor(req, res, []));
  if (!(found instanceof Promise)) return serveFound(found, req, res, BARE_MOUNT, site);
  return found.then((file) => serveFound(file, req, res, BARE_MOUNT, site));
}

function serveFound(
  found: Found,
  req: IncomingMessage,
  res: ServerResponse,
  asked: Asked,
  site: Site,
): boolean | Promise<boolean> {
  if (typeof found === 'object') return answerWith(found, req, res, site);
  const { settings } = site;
  const isElsewhere = found === 'directory' && settings.redirect;
  const location = isElsewhere ? redirectLocation(req, asked.pathname) : undefined;
  if (location !== undefined) {
    redirectTo(res, location);
    return true;
  }
  if (!settings.list && settings.fallback === undefined) return miss(found, asked, site);
  return serveOther(req, res, asked.segments, site);
}

function answerWith(
  file: OpenFile,
  req: IncomingMessage,
  res: ServerResponse,
  { settings, known }: Site,
  isFallback = false,
): boolean | Promise<boolean> {
  // Somebody else may have answered while the file was looked for, and is not to be disturbed.
  if (res.headersSent) {
    closeFile(file);
    return true;
  }
  let transfer: boolean | Promise<boolean>;
  try {
    const answer = decideAnswer(req, res, file, settings, known);
    const refusal = refusalOf(res, answer, settings);
    if (refusal !== undefined) throw refusal;
    // Once more: `setHeaders` may have set a `Vary` of its own.
    if (isFallback) addVary(res, 'Accept');
    transfer = transferFile(req, res, file, answer);
  } catch (error) {
    closeFile(file);
    return failed(error, res, settings);
  }
  if (transfer instanceof Promise) return transferred(transfer, file, res, settings);
  closeFile(file);
  return true;
}

async function transferred(
  transfer: Promise<boolean>,
  file: OpenFile,
  res: ServerResponse,
  settings: StaticSettings,
): Promise<boolean> {
  try {
    await transfer;
    return true;
  } catch (error) {
    return failed(error, res, settings);
  } finally {
    closeFile(file);
  }
}

/** Whoever handles the error can answer it only if no answer has begun, and not with what was set for the file. */
function failed(error: unknown, res: ServerResponse, { likeSend }: StaticSettings): true {
  if (!res.headersSent) {
    if (!likeSend) takeBackFields(res, 500);
    throw error;
  }
  res.destroy();
  return true;
}

/** Without `fallthrough` the error is that of the file system, unless there is a directory of that name. */
function miss(found: Found, { segments }: Asked, { roots, settings }: Site): boolean | Promise<boolean> {
  const [root] = roots;
  if (settings.fallthrough || found === 'directory' || root === undefined) return false;
  const path = pathUnder(root, lastTried(segments, settings));
  if (!settings.likeSend) throw missing(path);
  return systemError(path).then((error) => Promise.reject(error));
}

/** Where there is no file: the names in the directory, or the page that stands for every other. */
async function serveOther(
  req: IncomingMessage,
  res: ServerResponse,
  segments: PathSegments,
  site: Site,
): Promise<boolean> {
  const { roots, settings } = site;
  if (settings.list && segments.directory) {
    if (await sendListing(req, res, roots, segments.names, settings.dotfiles)) return true;
  }
  if (settings.fallback === undefined || !mayBePage(segments)) return false;
  if (res.headersSent) return true;
  addVary(res, 'Accept');
  if (!namesHtml(req)) return false;
  const forms = formsFor(req, res, settings.precompressed);
  const found = await findInRoots(roots, settings.fallback, settings, forms);
  return typeof found === 'object' && answerWith(found, req, res, site, true);
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
