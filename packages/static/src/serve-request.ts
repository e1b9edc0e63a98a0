/** @module Hot: from a request to the file that it asks for. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { isQueued } from '@nextpress/semantics/exchange-end';
import { acceptedMediaRanges } from '@nextpress/semantics/negotiation';
import { canonicalPathEnd, parseRequestTarget } from '@nextpress/semantics/request-target';
import { badPath, dotfileDenied, missing, outsideRoot, systemError } from './disk/file-error.ts';
import { type FileRoot, pathUnder } from './disk/file-root.ts';
import { findInRoots, lastTried } from './disk/find-file.ts';
import type { Found } from './disk/open-file.ts';
import { sendListing } from './listing/send-listing.ts';
import type { StaticSettings } from './options/static-options.ts';
import { leadsUp } from './path/file-path.ts';
import { decodeOnce, type PathSegments, pathSegments } from './path/path-segments.ts';
import { waitForTurn } from './response/can-begin.ts';
import { acceptedVariants } from './response/content-encoding.ts';
import { addVary } from './response/headers.ts';
import { redirectLocation, sendRedirect } from './response/redirect.ts';
import { respondWithFile } from './response/respond.ts';
import type { ResponseCache } from './response/response-cache.ts';

export interface Site {
  readonly roots: readonly FileRoot[];
  readonly settings: StaticSettings;
  readonly cache: ResponseCache;
}

/** A request for what the site may have. */
interface SiteRequest {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly site: Site;
  readonly pathname: string;
  readonly segments: PathSegments;
}

const MOUNT: PathSegments = { names: [], directory: false };

/**
 * Synchronous if nothing has to be waited for: the fast lane sends such a response with less work.
 *
 * @returns whether the request has its response, or cannot have one any more
 * @throws an error for error handlers
 */
export function serveRequest(
  req: IncomingMessage,
  res: ServerResponse,
  site: Site,
): boolean | Promise<boolean> {
  const target = req.url ?? '/';
  const end = canonicalPathEnd(target);
  if (end === -1 && leavesRoot(target)) {
    if (site.settings.fallthrough) return false;
    throw outsideRoot();
  }
  const pathname = end === -1 ? normalizedPath(target) : target.slice(0, end);
  const segments = safeSegments(pathname, site.settings);
  if (pathname === undefined || segments === undefined) return false;
  const serve = (): boolean | Promise<boolean> => {
    // Within a mount the path is `/` with and without the slash at its end.
    const isBareMount = pathname === '/' && redirectLocation(req, pathname) !== undefined;
    const request = { req, res, site, pathname, segments: isBareMount ? MOUNT : segments };
    const found = find(request);
    return found instanceof Promise
      ? found.then((file) => serveFound(file, request))
      : serveFound(found, request);
  };
  // A file opened earlier would stay open for as long as the client sends requests and reads nothing.
  if (!isQueued(res)) return serve();
  return waitForTurn(res).then((isOpen) => !isOpen || serve());
}

function serveFound(found: Found, request: SiteRequest): boolean | Promise<boolean> {
  const { req, res, site, pathname } = request;
  const { settings, cache } = site;
  if (typeof found === 'object') return asServed(respondWithFile({ req, res, file: found, settings, cache }));
  const given = settings.likeSend ? undefined : pathname;
  const location = found === 'directory' && settings.redirect ? redirectLocation(req, given) : undefined;
  if (location !== undefined) {
    sendRedirect(res, location);
    return true;
  }
  if (settings.list || settings.fallback !== undefined) return serveWithoutFile(request);
  return settings.fallthrough || found === 'directory' ? false : fail(request);
}

/** A file that was not sent has no other response either, because the client is gone. */
function asServed(isSent: boolean | Promise<boolean>): true | Promise<true> {
  return isSent instanceof Promise ? isSent.then(() => true as const) : true;
}

/** @returns `undefined` for a path that is not served */
function safeSegments(
  pathname: string | undefined,
  { dotfiles, fallthrough }: StaticSettings,
): PathSegments | undefined {
  const segments = pathname === undefined ? 'malformed' : pathSegments(pathname, dotfiles);
  if (typeof segments === 'object') return segments;
  if (!fallthrough && segments === 'malformed') throw badPath();
  if (!fallthrough && segments === 'hidden' && dotfiles === 'deny') throw dotfileDenied();
  return undefined;
}

function find({ req, res, site, segments }: SiteRequest): Found | Promise<Found> {
  const { roots, settings } = site;
  const isMount = segments === MOUNT;
  // A root of send may be a file.
  if (isMount && !settings.likeSend) return 'directory';
  const variants = isMount ? (['identity'] as const) : acceptedVariants(req, res, settings.precompressed);
  return findInRoots(roots, { segments, settings, variants });
}

/** Lists the directory, or serves the fallback if a browser navigates to a page. */
async function serveWithoutFile(request: SiteRequest): Promise<boolean> {
  const { req, res, site, segments } = request;
  const { roots, settings, cache } = site;
  const { list, fallback } = settings;
  if (list && segments.directory && (await sendListing(req, res, roots, segments.names, settings)))
    return true;
  if (fallback === undefined || !mayBePage(segments)) return false;
  if (!res.headersSent) addVary(res, 'Accept');
  // Browsers name HTML when they navigate; scripts accept `*/*`.
  const { accept } = req.headers;
  if (accept === undefined || !acceptedMediaRanges(accept).includes('text/html')) return false;
  const file = await find({ ...request, segments: fallback });
  if (typeof file !== 'object') return false;
  return asServed(respondWithFile({ req, res, file, settings, cache, vary: 'Accept' }));
}

/** Scripts and images have an extension. */
function mayBePage({ names, directory }: PathSegments): boolean {
  return directory || names.at(-1)?.includes('.') !== true;
}

async function fail({ segments, site }: SiteRequest): Promise<false> {
  const { roots, settings } = site;
  const [root] = roots;
  if (root === undefined) return false;
  const path = pathUnder(root, lastTried({ segments, settings }));
  throw settings.likeSend ? await systemError(path) : missing(path);
}

const ORIGIN = /^https?:\/\/[^/?#]*/i;

/** Whether the path as it was sent leads above the root: npm's send refuses it, where the canonical path stays below. */
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
