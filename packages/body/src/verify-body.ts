/** @module The option `verify`, which looks at the bytes before they are parsed. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { BodyError } from './body-error.ts';
import type { BodyOptions } from './body-options.ts';
import type { Charset } from './charset.ts';
import { ownBytes } from './own-bytes.ts';

/**
 * @throws what `verify` throws, itself if it is an error: a `status` (403) and a `type` are added where it has none, as
 * body-parser does
 */
export function verifyBody(
  verify: NonNullable<BodyOptions['verify']>,
  charset: Charset | null,
  bytes: Buffer,
  req: IncomingMessage,
  res: ServerResponse,
): void {
  try {
    verify(req, res, ownBytes(bytes), charset?.name ?? null);
  } catch (thrown) {
    throw thrown instanceof Error ? told(thrown) : unverified(thrown);
  }
}

interface Thrown extends Error {
  readonly status?: unknown;
  readonly statusCode?: unknown;
  readonly expose?: unknown;
  readonly type?: unknown;
}

function told(thrown: Thrown): Error {
  if (!Object.isExtensible(thrown)) return unverified(thrown);
  const status = thrown.status ?? thrown.statusCode ?? 403;
  const { expose = (status as number) < 500, type = 'entity.verify.failed' } = thrown;
  return Object.assign(thrown, { status, statusCode: status, expose, type });
}

function unverified(cause: unknown): BodyError {
  return new BodyError(403, 'ERR_BODY_UNVERIFIED', 'entity.verify.failed', 'The body was not verified.', {
    cause,
  });
}
