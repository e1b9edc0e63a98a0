/** @module Hot: answers a request with an open file. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseHttpDate } from '@nextpress/semantics/http-date';
import type { HttpError } from '@nextpress/semantics/http-error';
import type { OpenFile } from '../disk/open-file.ts';
import { preconditionFailed, rangeNotSatisfiable } from '../file-error.ts';
import type { FileSettings } from '../options/file-options.ts';
import { addVary } from './add-vary.ts';
import type { FileAnswer, FileAnswers } from './file-answer.ts';
import { conditionalAnswer, fileAnswers, tagOfForm, validatorsOf } from './file-answer.ts';
import { readPart, sendPart } from './file-body.ts';
import type { KnownAnswers } from './known-answers.ts';
import { readParts, sendParts } from './parts-body.ts';
import { sendAnswer } from './send-answer.ts';
import { takeBackFields } from './take-back-fields.ts';

/** Up to this many bytes are read before anything is sent, so that the head and the body leave in one write. */
const WHOLE = 64 * 1024;

/**
 * Lets `setHeaders` set its fields, and decides what to answer.
 *
 * @param known - what has been said of files before by these settings
 * @throws what `setHeaders` throws
 */
export function decideAnswer(
  req: IncomingMessage,
  res: ServerResponse,
  file: OpenFile,
  settings: FileSettings,
  known?: KnownAnswers,
): FileAnswer {
  settings.setHeaders?.(res, file.path, file.stats);
  const answers = answersAbout(file, res, settings, known);
  if (settings.precompressed.length > 0) addVary(res, 'Accept-Encoding');
  if (settings.likeSend) return sendAnswer(req, res, answers, settings);
  // Conditions and ranges are for what would be a 200 (RFC 9110 §13.2.1, §14.2), not for an error's page.
  return res.statusCode === 200 ? conditionalAnswer(req, res, answers, settings) : answers.whole;
}

/** A validator that was set by somebody else is the one that counts: it is the one that is sent. */
function answersAbout(
  file: OpenFile,
  res: ServerResponse,
  settings: FileSettings,
  known: KnownAnswers | undefined,
): FileAnswers {
  const tag = res.getHeader('ETag');
  const date = res.getHeader('Last-Modified');
  if (typeof tag !== 'string' && typeof date !== 'string') {
    return known === undefined ? fileAnswers(file, validatorsOf(file, settings), settings) : known.of(file);
  }
  const own = validatorsOf(file, settings);
  const lastModified = typeof date === 'string' ? parseHttpDate(date) : own.lastModified;
  if (typeof tag !== 'string') return fileAnswers(file, { ...own, lastModified }, settings);
  const entityTag = tagOfForm(tag, file.encoding);
  if (entityTag !== tag) res.setHeader('ETag', entityTag);
  return fileAnswers(file, { entityTag, lastModified }, settings);
}

/**
 * The error for a file that is not sent because of a condition or a range; `undefined` for one that is. As with send, error
 * handlers then find the headers of the file on the response.
 */
export function refusalOf(
  res: ServerResponse,
  answer: FileAnswer,
  { likeSend }: FileSettings,
): HttpError | undefined {
  const { status } = answer;
  if (status !== 412 && status !== 416) return undefined;
  if (likeSend) setFields(res, answer);
  return status === 412 ? preconditionFailed() : rangeNotSatisfiable(answer.facts['Content-Range'] ?? '');
}

/**
 * Sends an answer, unless somebody else has begun one or the client has gone.
 *
 * @returns whether it was sent, as far as this end can know; at once when nothing has to be waited for
 * @throws an `HttpError` when reading fails before anything was sent, what the system says when it fails later
 */
export function transferFile(
  req: IncomingMessage,
  res: ServerResponse,
  file: OpenFile,
  answer: FileAnswer,
): boolean | Promise<boolean> {
  if (req.method === 'HEAD' || answer.length === 0) return sendWhole(res, answer, undefined);
  if (answer.length <= WHOLE || file.bytes !== undefined) {
    const bytes = read(file, answer);
    return bytes instanceof Promise
      ? bytes.then((content) => sendWhole(res, answer, content))
      : sendWhole(res, answer, bytes);
  }
  return begin(res, answer) && send(file, answer, res);
}

function sendWhole(res: ServerResponse, answer: FileAnswer, bytes: Buffer | undefined): boolean {
  if (!begin(res, answer)) return false;
  res.end(bytes);
  return true;
}

/** Sets the fields, if there is anybody to send them to. */
function begin(res: ServerResponse, answer: FileAnswer): boolean {
  if (res.destroyed || res.headersSent) return false;
  const { status, length } = answer;
  if (status !== 200) res.statusCode = status;
  if (status === 304) takeBackFields(res, status);
  setFields(res, answer);
  if (status !== 304) res.setHeader('Content-Length', length);
  return true;
}

function setFields(res: ServerResponse, { fields, facts }: FileAnswer): void {
  for (const name of Object.keys(fields)) {
    if (!res.hasHeader(name)) res.setHeader(name, fields[name] ?? '');
  }
  for (const name of Object.keys(facts)) res.setHeader(name, facts[name] ?? '');
}

function read(file: OpenFile, { start, length, parts }: FileAnswer): Buffer | Promise<Buffer> {
  return parts === undefined ? readPart(file, start, length) : readParts(file, parts);
}

function send(file: OpenFile, answer: FileAnswer, res: ServerResponse): Promise<boolean> {
  const { start, length, parts } = answer;
  return parts === undefined ? sendPart(file, start, length, res) : sendParts(file, parts, res);
}
