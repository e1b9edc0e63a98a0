/** @module Responds to a request for a directory with the names in it. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { preferredMediaType } from '@nextpress/semantics/negotiation';
import { unreadable } from '../disk/file-error.ts';
import type { FileRoot } from '../disk/file-root.ts';
import type { DotfileRule } from '../path/path-segments.ts';
import { canBegin } from '../response/can-begin.ts';
import { addVary } from '../response/headers.ts';
import { htmlListing, jsonListing } from './listing-page.ts';
import { type Listing, readNames } from './read-names.ts';

const HTML = 'text/html';
const JSON_TYPE = 'application/json';

/**
 * Lists a directory of the first root that has it, in HTML or, if the client prefers it, in JSON.
 *
 * @returns whether the request has its response, or cannot have one any more
 * @throws {Error} 500 if the directory cannot be read or the head was sent
 */
export async function sendListing(
  req: IncomingMessage,
  res: ServerResponse,
  roots: readonly FileRoot[],
  names: readonly string[],
  { dotfiles }: { readonly dotfiles: DotfileRule },
): Promise<boolean> {
  let listing: Listing;
  try {
    for (const root of roots) listing ??= await readNames(root, names, dotfiles);
  } catch (error) {
    throw unreadable(error);
  }
  if (listing === undefined) return false;
  if (!canBegin(res)) return true;
  const isJson = preferredMediaType(req.headers.accept, [HTML, JSON_TYPE]) === JSON_TYPE;
  const page = isJson ? jsonListing(listing) : htmlListing(pathOf(names), listing, names.length > 0);
  addVary(res, 'Accept');
  // Names are data: nothing on the page may run.
  res.setHeader('Content-Security-Policy', "default-src 'none'");
  res.setHeader('X-Content-Type-Options', 'nosniff');
  if (!res.hasHeader('Cache-Control')) res.setHeader('Cache-Control', 'no-cache');
  res.setHeader('Content-Type', isJson ? JSON_TYPE : `${HTML}; charset=utf-8`);
  res.setHeader('Content-Length', Buffer.byteLength(page));
  res.end(req.method === 'HEAD' ? undefined : page);
  return true;
}

function pathOf(names: readonly string[]): string {
  return names.length === 0 ? '/' : `/${names.join('/')}/`;
}
