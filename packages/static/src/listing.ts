/** @module Responds to a request for a directory with its entries, as HTML or JSON. */

import fs, { type Dirent } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { escapeHtml } from '@nextpress/semantics/html';
import { preferredMediaType } from '@nextpress/semantics/negotiation';
import { unreadable } from './disk/file-error.ts';
import { type FileRoot, isRefusedUnder, isUnder, pathUnder } from './disk/file-root.ts';
import { descriptorLink, descriptorPath, IS_LINUX, realPath, saysMissing } from './disk/file-system.ts';
import { closeFile } from './disk/open-file.ts';
import { openPath } from './disk/open-path.ts';
import { type DotfileRule, isPlainName } from './path-segments.ts';
import { addVary, canBegin, sendPage } from './response/response.ts';

interface DirectoryNames {
  /** Sorted by UTF-16 code units; names of directories end with a slash. */
  readonly names: readonly string[];
  readonly isComplete: boolean;
}

/** `undefined` if there is no such directory. */
type Listing = DirectoryNames | undefined;

const HTML = 'text/html';
const JSON_TYPE = 'application/json';

/**
 * Lists a directory of the first root that has it, as HTML or, if the client prefers it, as JSON.
 *
 * @returns `true` if the response was sent, or can no longer be sent
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
  const page = isJson ? jsonListing(listing) : htmlListing(names, listing);
  addVary(res, 'Accept');
  if (!res.hasHeader('Cache-Control')) res.setHeader('Cache-Control', 'no-cache');
  sendPage(res, isJson ? JSON_TYPE : `${HTML}; charset=utf-8`, page);
  return true;
}

export function jsonListing({ names, isComplete }: DirectoryNames): string {
  return JSON.stringify({ names, complete: isComplete });
}

export function htmlListing(directory: readonly string[], { names, isComplete }: DirectoryNames): string {
  const title = escapeHtml(['', ...directory, ''].join('/'));
  const links = [...(directory.length > 0 ? ['../'] : []), ...names].map(linkTo);
  const more = isComplete ? '' : '<p>There are more entries, which are not listed.</p>\n';
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${title}</title>
<h1>${title}</h1>
<ul>
${links.join('\n')}
</ul>
${more}</html>
`;
}

/** The target starts with a dot segment, so that no name can be a scheme or a host. */
function linkTo(name: string): string {
  const target = name === '../' ? name : `./${name.split('/').map(encodeURIComponent).join('/')}`;
  return `<li><a href="${escapeHtml(target)}">${escapeHtml(name)}</a></li>`;
}

type Kind = 'file' | 'directory' | 'missing';

/** A directory with millions of entries would exhaust memory. */
const MAX_NAMES = 10_000;

/** Entries to read at a time. */
const BATCH = 256;

const DIRECTORY_FLAGS = fs.constants.O_RDONLY | fs.constants.O_DIRECTORY;

/** Found in names that are not valid UTF-8 (UTF-16 on Windows), which have no URL. */
const INVALID_UNICODE = /[\ufffd\p{Surrogate}]/u;

/**
 * Reads the names of files, directories, and links to either within the root.
 *
 * @returns `undefined` if there is no such directory
 * @throws the system error if the directory cannot be read
 */
async function readNames(root: FileRoot, names: readonly string[], dotfiles: DotfileRule): Promise<Listing> {
  try {
    return await readDirectory(root, names, dotfiles);
  } catch (error) {
    const isLoop = (error as NodeJS.ErrnoException).code === 'ELOOP';
    if (isLoop || saysMissing(error) || !(await isRefusedUnder(root, names))) return undefined;
    throw error;
  }
}

async function readDirectory(
  root: FileRoot,
  names: readonly string[],
  dotfiles: DotfileRule,
): Promise<Listing> {
  let path = pathUnder(root, names);
  // Opened before the check, so that it cannot be swapped between the check and the read.
  const handle = IS_LINUX ? await fs.promises.open(path, DIRECTORY_FLAGS) : undefined;
  try {
    const real = handle === undefined ? undefined : descriptorPath(handle.fd);
    if (!(await isUnder(root, real ?? (await realPath(path)), names))) return undefined;
    if (handle !== undefined && real !== undefined) path = descriptorLink(handle.fd);
    const directory = await fs.promises.opendir(path, { bufferSize: BATCH });
    const found: string[] = [];
    let left = MAX_NAMES;
    for await (const entry of directory) {
      if (left-- === 0) return { names: found.sort(), isComplete: false };
      if (!mayBeListed(entry.name, dotfiles)) continue;
      const kind = entry.isSymbolicLink() ? await kindOf(root, [...names, entry.name]) : kindIn(entry);
      if (kind !== 'missing') found.push(kind === 'directory' ? `${entry.name}/` : entry.name);
    }
    return { names: found.sort(), isComplete: true };
  } finally {
    await handle?.close();
  }
}

function mayBeListed(name: string, dotfiles: DotfileRule): boolean {
  if (!isPlainName(name) || INVALID_UNICODE.test(name)) return false;
  return dotfiles === 'allow' || !name.startsWith('.');
}

function kindIn(entry: Dirent): Kind {
  if (entry.isDirectory()) return 'directory';
  return entry.isFile() ? 'file' : 'missing';
}

/** Opens the target of a link, so that only servable files are listed. */
async function kindOf(root: FileRoot, names: readonly string[]): Promise<Kind> {
  try {
    const found = await openPath(root, names);
    if (typeof found !== 'object') return found;
    closeFile(found);
    return 'file';
  } catch {
    // Leave out a file that cannot be read.
    return 'missing';
  }
}
