/** @module Hot: answers a request with an open file. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FileAnswer } from './file-answer.ts';
import { conditionalAnswer, validatorsOf, wholeFile } from './file-answer.ts';
import { readPart, sendPart } from './file-body.ts';
import type { OpenFile } from './open-file.ts';
import { closeFile } from './open-file.ts';
import type { StaticSettings } from './static-options.ts';

/** Up to this many bytes are read before anything is sent, so that the head and the body leave in one write. */
const WHOLE = 64 * 1024;

/**
 * Sends the file, or says why not (304, 412, 416), and closes it in any case.
 *
 * @throws what `setHeaders` throws, and an `HttpError` when reading fails before anything was sent; later the connection is
 * destroyed
 */
export async function sendFile(
  req: IncomingMessage,
  res: ServerResponse,
  file: OpenFile,
  settings: StaticSettings,
): Promise<void> {
  try {
    settings.setHeaders?.(res, file.path, file.stats);
    const validators = { ...validatorsOf(file.stats, settings), ...ownEntityTag(res) };
    const whole = wholeFile(file.path, file.stats.size, validators, settings);
    // Conditions and ranges are for what would be a 200 (RFC 9110 §13.2.1, §14.2), not for an error's page.
    const answer = res.statusCode === 200 ? conditionalAnswer(req, whole, validators) : whole;
    const isBodyless = req.method === 'HEAD' || answer.length === 0;
    const isWhole = isBodyless || answer.length <= WHOLE;
    const bytes = isBodyless || !isWhole ? undefined : await readPart(file.fd, answer.start, answer.length);
    if (res.destroyed || res.headersSent) return;

    setHead(res, answer);
    if (isWhole) res.end(bytes);
    else await sendPart(file.fd, answer.start, answer.length, res);
  } catch (error) {
    if (!res.headersSent) throw error;
    res.destroy();
  } finally {
    closeFile(file);
  }
}

function setHead(res: ServerResponse, answer: FileAnswer): void {
  if (answer.status !== 200) res.statusCode = answer.status;
  for (const [name, value] of Object.entries(answer.fields)) {
    if (!res.hasHeader(name)) res.setHeader(name, value);
  }
  if (answer.status === 200 || answer.status === 206) res.setHeader('Content-Length', answer.length);
}

/** An entity tag that was set by somebody else is the one that counts. */
function ownEntityTag(res: ServerResponse): { entityTag: string } | undefined {
  const entityTag = res.getHeader('ETag');
  return typeof entityTag === 'string' ? { entityTag } : undefined;
}
