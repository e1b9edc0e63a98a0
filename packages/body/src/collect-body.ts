/** @module Hot: collects a body as bytes, for parsers. */

import type { IncomingMessage } from 'node:http';
import { TAKE_BODY } from '@nextpress-internal/internals/keys';
import { type BodyError, tooLarge, wrongSize } from './body-error.ts';
import { readBytes } from './read-bytes.ts';

/** Options of {@link collectBody}. */
export interface CollectOptions {
  /** Maximum number of bytes. */
  readonly limit: number;
  /** `Content-Length`, if the request has one. */
  readonly length: number | undefined;
  /** In milliseconds. */
  readonly timeout: number | undefined;
  /** Whether `done` keeps none of the bytes after it returns; the fast lane then lends them without a copy. */
  readonly isLent: boolean;
}

interface OfferingRequest extends IncomingMessage {
  [TAKE_BODY]?(isLent: boolean): Buffer | undefined;
}

/**
 * Collects a body: at once if it arrived together with its head, in the fast lane or over HTTP/2, otherwise from the stream.
 *
 * @param done - called once, with the bytes or a `BodyError`; synchronously if the body has arrived
 *
 * @example
 * import { createServer } from 'node:http';
 * import { collectBody } from '@nextpress/body/collect-body';
 *
 * createServer((req, res) => {
 *   const options = { limit: 1_024, length: undefined, timeout: undefined, isLent: false };
 *   collectBody(req, options, (outcome) => res.end(outcome instanceof Error ? outcome.message : outcome));
 * });
 */
export function collectBody(
  req: IncomingMessage,
  { limit, length, timeout, isLent }: CollectOptions,
  done: (outcome: Buffer | Error) => void,
): void {
  const whole = (req as OfferingRequest)[TAKE_BODY]?.(isLent);
  if (whole === undefined) readBytes(req, limit, length, timeout, done);
  else done(checkLength(whole, limit, length));
}

/** Checks a body that arrived with its head; `readBytes` checks the others. */
function checkLength(whole: Buffer, limit: number, length: number | undefined): Buffer | BodyError {
  const received = whole.length;
  if (received > limit) return tooLarge({ limit, received });
  if (length === undefined || length === received) return whole;
  return wrongSize({ expected: length, length, received });
}
