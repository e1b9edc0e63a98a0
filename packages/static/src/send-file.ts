/** @module Hot: one file, by a path of the application's. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { isAbsolute, join } from 'node:path';
import { invalidValue } from '@nextpress/semantics/options';
import { type ContentForm, formsFor } from './answer/content-form.ts';
import { hasToWait, turn } from './answer/pipeline-turn.ts';
import { takeBackFields } from './answer/take-back-fields.ts';
import { decideAnswer, refusalOf, transferFile } from './answer/transfer-file.ts';
import type { FileRoot } from './disk/file-root.ts';
import { findFile, lastTried } from './disk/find-file.ts';
import { knownRoot } from './disk/known-roots.ts';
import { closeFile, type OpenFile, openFile } from './disk/open-file.ts';
import {
  aborted,
  alreadySent,
  badPath,
  dotfileDenied,
  isDirectory,
  missing,
  notFound,
  outsideRoot,
  systemError,
} from './file-error.ts';
import {
  compileSendFileSettings,
  type SendFileOptions,
  type SendFileSettings,
} from './options/send-file-options.ts';
import { filePath } from './path/file-path.ts';
import type { PathSegments } from './path/path-segments.ts';

/** Why a file wasn't sent. */
export interface SendFileError extends Error {
  /** What to answer, where that is known. */
  readonly status?: number;
  readonly code?: string;
}

/** Hears that a file was sent, without an argument, or why not. */
export type FileSent = (error?: SendFileError) => void;

/**
 * Answers a request with a file: with its validators, its type and `Cache-Control`, by 304 where the client has it, or with
 * the part that was asked for. A field that the response has already stays.
 *
 * The path is taken literally, nothing in it is decoded. Under a `root` neither a path nor a symbolic link leads out of it.
 *
 * `done` is called once, when the answer has been handed to the connection, or with an error. Unless the answer has begun,
 * it is then still to be given: status 400 for a path with NUL, 403 for one that leads out of the root or up, 404 (code `ENOENT`)
 * where there is no file, 406, 412 and 416 for what the client asks for, 500 for a file that can't be read. No status has a
 * directory (code `EISDIR`), a client that has gone (`ECONNABORTED`), and a response that was sent (`ERR_HTTP_HEADERS_SENT`).
 *
 * @throws {TypeError} at once, when the path is neither absolute nor under a root, or an option makes no sense
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
  sendWithSettings(req, res, path, settings, done);
}

/** Sends a file by options that have been checked. */
export function sendWithSettings(
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  settings: SendFileSettings,
  done: FileSent,
): void {
  // In a tick of its own: what `done` throws is its owner's exception, not a rejection of this promise.
  send(req, res, path, settings).then(
    () => process.nextTick(done),
    (error) => process.nextTick(done, error),
  );
}

async function send(
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  settings: SendFileSettings,
): Promise<void> {
  const segments = checked(filePath(path, settings.root !== undefined, settings.dotfiles), settings);
  assertUnanswered(res);
  if (hasToWait(req, res) && !(await turn(req, res))) throw aborted();
  const file = await open(segments, settings, formsFor(req, res, settings.precompressed));
  try {
    assertUnanswered(res);
    await answerWith(file, req, res, settings);
  } finally {
    closeFile(file);
  }
}

function assertUnanswered(res: ServerResponse): void {
  if (res.headersSent) throw alreadySent();
  if (res.destroyed) throw aborted();
}

async function answerWith(
  file: OpenFile,
  req: IncomingMessage,
  res: ServerResponse,
  settings: SendFileSettings,
): Promise<void> {
  try {
    const answer = decideAnswer(req, res, file, settings);
    const refusal = refusalOf(res, answer, settings);
    if (refusal !== undefined) throw refusal;
    if (await transferFile(req, res, file, answer)) return;
  } catch (error) {
    // What was sent must not be taken for the file, nor what is still to be sent be kept as if it were.
    if (res.headersSent) res.destroy();
    else if (!settings.likeSend) takeBackFields(res, 500);
    throw error;
  }
  throw res.destroyed ? aborted() : alreadySent();
}

function checked(found: ReturnType<typeof filePath>, { dotfiles }: SendFileSettings): PathSegments {
  if (typeof found === 'object') return found;
  if (found === 'nul') throw badPath();
  if (found === 'outside') throw outsideRoot();
  throw found === 'hidden' && dotfiles === 'deny' ? dotfileDenied() : notFound();
}

async function open(
  segments: PathSegments,
  settings: SendFileSettings,
  forms: readonly ContentForm[],
): Promise<OpenFile> {
  const root = settings.root === undefined ? undefined : knownRoot(settings.root, settings.likeSend);
  if (settings.root !== undefined && root === undefined) throw missing(settings.root);
  const isBare = segments.directory && settings.index.length === 0;
  const found = isBare
    ? await openDirectory(root, segments)
    : await findFile(root, segments, settings, forms);
  if (found === undefined) {
    const path = join(root?.path ?? '', ...lastTried(segments, settings));
    throw settings.likeSend ? await systemError(path) : missing(path);
  }
  if (found === 'directory') throw isDirectory();
  return found;
}

/** A path that names a directory names no file, whatever is there. */
async function openDirectory(
  root: FileRoot | undefined,
  { names }: PathSegments,
): Promise<'directory' | undefined> {
  const found = await openFile(root, names);
  if (typeof found !== 'object') return found;
  closeFile(found);
  return undefined;
}
