/** @module Hot: finds and sends the file for a request. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { isQueued } from '@nextpress/semantics/exchange-end';
import { escapeHtml, htmlPage } from '@nextpress/semantics/html';
import { acceptedMediaRanges } from '@nextpress/semantics/negotiation';
import { canonicalPathEnd, parseRequestTarget } from '@nextpress/semantics/request-target';
import { badPath, dotfileDenied, missing, outsideRoot, systemError } from './disk/file-error.ts';
import { type FileRoot, pathUnder } from './disk/file-root.ts';
import { findCached, findFile, lastTried, type Search } from './disk/find-file.ts';
import type { Found } from './disk/open-file.ts';
import { acceptedVariants } from './disk/precompressed.ts';
import { sendListing } from './listing.ts';
import type { StaticSettings } from './options/static-options.ts';
import { decodeOnce, leadsUp, type PathSegments, pathSegments } from './path-segments.ts';
import type { ResponseCache } from './response/file-response.ts';
import { respondWithFile } from './response/respond.ts';
import { addVary, canBegin, sendPage, waitForTurn } from './response/response.ts';

export interface Site {
  readonly roots: readonly FileRoot[];
  readonly settings: StaticSettings;
  readonly cache: ResponseCache;
}

/** A request that the site may have a file for. */
interface SiteRequest extends Site, Search {
  readonly settings: StaticSettings;
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly pathname: string;
}

const MOUNT: PathSegments = { names: [], directory: false };

/**
 * Serves a request, synchronously if the file is in memory: the fast lane sends such a response with less work.
 *
 * @returns `true` if the response was sent, or can no longer be sent; `false` synchronously if the path is known to be
 *   missing
 * @throws an error for error handlers
 */
export function serveRequest(
  req: IncomingMessage,
  res: ServerResponse,
  site: Site,
): false | Promise<boolean> {
  const request = readRequest(req, res, site);
  if (request === undefined) return false;
  // If opened earlier, the file would stay open as long as the client sends requests without reading.
  const cached = isQueued(res) ? undefined : findCached(request);
  const { fallthrough, list, fallback } = site.settings;
  if (cached === 'missing' && fallthrough && !list && fallback === undefined) return false;
  return serve(request, cached);
}

/**
 * @returns `undefined` for a path that is not served
 * @throws an error for error handlers
 */
function readRequest(req: IncomingMessage, res: ServerResponse, site: Site): SiteRequest | undefined {
  const { dotfiles, fallthrough, precompressed } = site.settings;
  const target = req.url ?? '/';
  const end = canonicalPathEnd(target);
  if (end === -1 && leavesRoot(target)) {
    if (fallthrough) return undefined;
    throw outsideRoot();
  }
  const pathname = end === -1 ? normalizedPath(target) : target.slice(0, end);
  const segments = pathname === undefined ? 'malformed' : pathSegments(pathname, dotfiles);
  if (pathname === undefined || typeof segments === 'string') {
    if (!fallthrough && segments === 'malformed') throw badPath();
    if (!fallthrough && segments === 'hidden' && dotfiles === 'deny') throw dotfileDenied();
    return undefined;
  }
  // Inside a mount, `/` stands for the mount path with or without its trailing slash.
  const isBareMount = pathname === '/' && redirectLocation(req, pathname) !== undefined;
  const variants = acceptedVariants(req, res, precompressed);
  const { roots, settings, cache } = site;
  return {
    req,
    res,
    roots,
    settings,
    cache,
    pathname,
    segments: isBareMount ? MOUNT : segments,
    variants,
  };
}

async function serve(request: SiteRequest, cached: Found | undefined): Promise<boolean> {
  const { req, res, pathname, settings, cache } = request;
  if (isQueued(res) && !(await waitForTurn(res))) return true;
  const found = cached ?? (await findFile(request));
  if (typeof found === 'object') {
    // `true` even if it was not sent: then the client has disconnected.
    await respondWithFile({ req, res, file: found, settings, cache });
    return true;
  }
  const location =
    found === 'directory' && settings.redirect
      ? redirectLocation(req, settings.likeSend ? undefined : pathname)
      : undefined;
  if (location !== undefined) {
    redirect(res, location);
    return true;
  }
  if (settings.list || settings.fallback !== undefined) return serveWithoutFile(request);
  if (settings.fallthrough || found === 'directory') return false;
  throw await missingFile(request);
}

/** Redirects with the page of npm's serve-static. */
function redirect(res: ServerResponse, location: string): void {
  if (!canBegin(res)) return;
  res.statusCode = 301;
  const page = htmlPage('Redirecting', `Redirecting to ${escapeHtml(location)}`);
  sendPage(res, 'text/html; charset=UTF-8', page, location);
}

/**
 * The path that the client sent, including mounts, with a trailing slash.
 *
 * @param pathname - the canonical path of `req.url`, which the original path must end with; `undefined` for any original path, as in
 * Express
 * @returns `undefined` if the path has the slash, if middleware rewrote it, or if the result would name another host
 * (`//host/`)
 */
function redirectLocation(req: IncomingMessage, pathname: string | undefined): string | undefined {
  const target = (req as { originalUrl?: string }).originalUrl ?? req.url ?? '/';
  const original = parseRequestTarget(target);
  if (original === undefined || !original.pathname.startsWith('/')) return undefined;
  if (original.pathname.endsWith('/') || original.pathname.startsWith('//')) return undefined;
  if (pathname !== undefined && pathname !== '/' && !original.pathname.endsWith(pathname)) return undefined;
  return `${original.pathname}/${original.search}`;
}

/** Lists the directory, or serves the fallback if a browser navigates to a page. */
async function serveWithoutFile(request: SiteRequest): Promise<boolean> {
  const { req, res, roots, segments, settings, variants, cache } = request;
  const { list, fallback } = settings;
  if (list && segments.directory && (await sendListing(req, res, roots, segments.names, settings)))
    return true;
  if (fallback === undefined || !mayBePage(segments)) return false;
  if (!res.headersSent) addVary(res, 'Accept');
  // Browsers list HTML when they navigate; scripts accept `*/*`.
  const { accept } = req.headers;
  if (accept === undefined || !acceptedMediaRanges(accept).includes('text/html')) return false;
  const file = await findFile({ roots, segments: fallback, settings, variants });
  if (typeof file !== 'object') return false;
  await respondWithFile({ req, res, file, settings, cache, vary: 'Accept' });
  return true;
}

/** Scripts and images have an extension. */
function mayBePage({ names, directory }: PathSegments): boolean {
  return directory || names.at(-1)?.includes('.') !== true;
}

async function missingFile(request: SiteRequest): Promise<Error> {
  const path = pathUnder(request.roots[0] as FileRoot, lastTried(request));
  return request.settings.likeSend ? systemError(path) : missing(path);
}

const ORIGIN = /^https?:\/\/[^/?#]*/i;

/** Whether the path as sent leads above the root: npm's send rejects it, although the canonical path stays below. */
function leavesRoot(target: string): boolean {
  const [path = ''] = target.replace(ORIGIN, '').split(/[?#]/, 1);
  const decoded = decodeOnce(path);
  return decoded !== undefined && leadsUp(decoded);
}

/** @returns `undefined` if the target is malformed or has no path */
function normalizedPath(target: string): string | undefined {
  const parsed = parseRequestTarget(target);
  return parsed === undefined || parsed.form === 'asterisk' ? undefined : parsed.pathname;
}
