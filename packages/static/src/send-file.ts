/** @module Hot: sends one file, given its path. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { isAbsolute, sep } from 'node:path';
import { isQueued } from '@nextpress/semantics/exchange-end';
import { invalidValue } from '@nextpress/semantics/options';
import { thrownProperty } from '@nextpress/semantics/thrown-value';
import {
  aborted,
  badPath,
  dotfileDenied,
  errorToPass,
  isDirectory,
  missing,
  notFound,
  outsideRoot,
  systemError,
} from './disk/file-error.ts';
import { cachedRoot, type FileRoot, pathUnder, systemRoot } from './disk/file-root.ts';
import { findFile, lastTried } from './disk/find-file.ts';
import { closeFile, type OpenFile } from './disk/open-file.ts';
import { openPath } from './disk/open-path.ts';
import { acceptedVariants } from './disk/precompressed.ts';
import {
  compileSendFileSettings,
  type SendFileOptions,
  type SendFileSettings,
} from './options/send-file-options.ts';
import { filePathSegments, type PathSegments } from './path-segments.ts';
import { respondWithFile } from './response/respond.ts';
import { canBegin, waitForTurn } from './response/response.ts';

const { nextTick } = process;

/** Why a file was not sent. */
export interface SendFileError extends Error {
  /** The status to respond with, if the error has one. */
  readonly status?: number;
  readonly code?: string;
}

/** Called when the file was sent, or with an error. */
export type FileSent = (error?: SendFileError) => void;

/**
 * Responds with a file: with validators, `Content-Type` and `Cache-Control`, with 304 if the client already has the
 * file, or with the requested range. Headers already set on the response are kept.
 *
 * The path is not decoded. Under a `root` neither the path nor a symbolic link leads out of it.
 *
 * `done` is called once: when the response was handed to the connection, or with an error. Unless the response has
 * started, respond to the error: status 400 for a path with NUL, 403 for one that leads out of the root or up, 404
 * (code `ENOENT`) if there is no file, 406, 412 and 416 for the client's conditions, 500 for a file that cannot be
 * read. A directory (`EISDIR`) and a client that disconnected (`ECONNABORTED`) have no status. If another response was
 * already sent, the error is `ERR_HTTP_HEADERS_SENT`.
 *
 * @throws {TypeError} synchronously, for a path that is neither absolute nor under a root, or an invalid option
 *
 * @example
 * import { createServer } from 'node:http';
 * import { sendFile } from '@nextpress/static';
 *
 * createServer((req, res) => {
 *   sendFile(req, res, 'package.json', { root: '.', maxAge: '1h' }, (error) => {
 *     if (error && !res.headersSent) res.writeHead(error.status ?? 500).end();
 *   });
 * });
 */
export function sendFile(
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  options: SendFileOptions | undefined,
  done: FileSent,
): void {
  const settings = compileSendFileSettings(options);
  if (typeof path !== 'string' || path === '') {
    throw invalidValue('path for sendFile()', 'the path of a file', path);
  }
  if (settings.root === undefined && !isAbsolute(path)) {
    throw invalidValue('path for sendFile()', 'an absolute path, or the option "root"', path);
  }
  sendWithSettings({ req, res, path, settings }, done);
}

interface Sending {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly path: string;
  readonly settings: SendFileSettings;
}

/** Sends a file with validated options. */
export function sendWithSettings(sending: Sending, done: FileSent): void {
  // In its own tick, so that an error thrown by `done` does not reject this promise.
  send(sending).then(
    () => nextTick(done),
    (error) => nextTick(done, errorToPass(error, 'sendFile()', sending.settings)),
  );
}

async function send(sending: Sending): Promise<void> {
  const { req, res, path, settings } = sending;
  const segments = safeSegments(path, settings);
  if (!canBegin(res)) throw aborted();
  if (isQueued(res) && !(await waitForTurn(res))) throw connectionError(res, settings);
  const file = await open(sending, segments);
  if (!(await respondWithFile({ req, res, file, settings }))) throw connectionError(res, settings);
}

/**
 * The error for a lost connection. Express passes on the error that destroyed it, unless the client closed the
 * connection.
 */
function connectionError({ socket }: ServerResponse, { likeSend }: SendFileSettings): unknown {
  const error: unknown = likeSend ? socket?.errored : undefined;
  return error && thrownProperty(error, 'code') !== 'ECONNRESET' ? error : aborted();
}

function safeSegments(path: string, { root, dotfiles }: SendFileSettings): PathSegments {
  const segments = filePathSegments(path, root !== undefined, dotfiles);
  if (typeof segments === 'object') return segments;
  if (segments === 'nul') throw badPath();
  if (segments === 'outside') throw outsideRoot();
  throw segments === 'hidden' && dotfiles === 'deny' ? dotfileDenied() : notFound();
}

async function open({ req, res, path, settings }: Sending, segments: PathSegments): Promise<OpenFile> {
  const root = rootFor(path, settings);
  // A path with a trailing slash never names a file.
  const isDirectoryPath = segments.directory && settings.index.length === 0;
  const variants = acceptedVariants(req, res, settings.precompressed);
  const found = isDirectoryPath
    ? await openPath(root, segments.names)
    : await findFile({ roots: [root], segments, settings, variants });
  if (typeof found === 'object' && !isDirectoryPath) return found;
  if (typeof found === 'object') closeFile(found);
  if (found === 'directory') throw isDirectory();
  const tried = pathUnder(root, lastTried({ segments, settings }));
  if (!settings.likeSend) throw missing(tried);
  // With a trailing slash the file system reports ENOTDIR for a file, as in send.
  throw await systemError(isDirectoryPath ? tried + sep : tried);
}

function rootFor(path: string, { root: directory, likeSend, syncReads }: SendFileSettings): FileRoot {
  const root =
    directory === undefined
      ? systemRoot(path, syncReads)
      : cachedRoot(directory, likeSend !== false, syncReads);
  if (root === undefined) throw missing(directory ?? path);
  return root;
}
