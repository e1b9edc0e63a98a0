/** @module Hot: answers a request with an open file. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OpenFile } from '../disk/open-file.ts';
import type { FileSettings } from '../options/file-options.ts';
import { addVary } from './add-vary.ts';
import type { FileAnswer } from './file-answer.ts';
import { conditionalAnswer, validatorsOf, wholeFile } from './file-answer.ts';
import { readPart, sendPart } from './file-body.ts';
import { readParts, sendParts } from './parts-body.ts';

/** Up to this many bytes are read before anything is sent, so that the head and the body leave in one write. */
const WHOLE = 64 * 1024;

/**
 * Lets `setHeaders` set its fields, and decides what to answer.
 *
 * @throws what `setHeaders` throws
 */
export function decideAnswer(
  req: IncomingMessage,
  res: ServerResponse,
  file: OpenFile,
  settings: FileSettings,
): FileAnswer {
  settings.setHeaders?.(res, file.path, file.stats);
  const validators = { ...validatorsOf(file, settings), ...ownEntityTag(res) };
  if (settings.precompressed.length > 0) addVary(res, 'Accept-Encoding');
  const whole = wholeFile(file, validators, settings);
  // Conditions and ranges are for what would be a 200 (RFC 9110 §13.2.1, §14.2), not for an error's page.
  return res.statusCode === 200 ? conditionalAnswer(req, res, whole, validators, settings) : whole;
}

/**
 * Sends an answer, unless somebody else has begun one or the client has gone.
 *
 * @returns whether it was sent, as far as this end can know
 * @throws an `HttpError` when reading fails before anything was sent, what the system says when it fails later
 */
export async function transferFile(
  req: IncomingMessage,
  res: ServerResponse,
  file: OpenFile,
  answer: FileAnswer,
): Promise<boolean> {
  const isBodyless = req.method === 'HEAD' || answer.length === 0;
  const isWhole = isBodyless || answer.length <= WHOLE || file.bytes !== undefined;
  const content = isBodyless || !isWhole ? undefined : read(file, answer);
  const bytes = content instanceof Promise ? await content : content;
  if (res.destroyed || res.headersSent) return false;

  setHead(res, answer);
  if (!isWhole) return send(file, answer, res);
  res.end(bytes);
  return true;
}

function read(file: OpenFile, { start, length, parts }: FileAnswer): Buffer | Promise<Buffer> {
  return parts === undefined ? readPart(file, start, length) : readParts(file, parts);
}

function send(file: OpenFile, answer: FileAnswer, res: ServerResponse): Promise<boolean> {
  const { start, length, parts } = answer;
  return parts === undefined ? sendPart(file, start, length, res) : sendParts(file, parts, res);
}

function setHead(res: ServerResponse, answer: FileAnswer): void {
  if (answer.status !== 200) res.statusCode = answer.status;
  for (const [name, value] of Object.entries(answer.fields)) {
    if (!res.hasHeader(name)) res.setHeader(name, value);
  }
  for (const [name, value] of Object.entries(answer.facts)) res.setHeader(name, value);
  if (answer.status === 200 || answer.status === 206) res.setHeader('Content-Length', answer.length);
}

/** An entity tag that was set by somebody else is the one that counts. */
function ownEntityTag(res: ServerResponse): { entityTag: string } | undefined {
  const entityTag = res.getHeader('ETag');
  return typeof entityTag === 'string' ? { entityTag } : undefined;
}
