/** @module The option `verify`, which looks at the bytes before they are parsed. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { asyncVerify, BodyError } from './body-error.ts';
import type { BodyOptions } from './body-options.ts';
import type { Charset } from './charset.ts';
import { ownBytes } from './own-bytes.ts';

/**
 * @throws what `verify` throws, itself if it is an error: a `status` (403) and a `type` are added where it has none, as
 * body-parser does; {BodyError} 500 when it returns a promise, whose word would come too late
 */
export function verifyBody(
  verify: NonNullable<BodyOptions['verify']>,
  charset: Charset | null,
  bytes: Buffer,
  req: IncomingMessage,
  res: ServerResponse,
): void {
  let result: unknown;
  try {
    result = verify(req, res, ownBytes(bytes), charset?.name ?? null);
  } catch (thrown) {
    throw thrown instanceof Error ? told(thrown) : unverified(thrown);
  }
  if (!isThenable(result)) return;
  result.then(undefined, ignore);
  throw asyncVerify();
}

function isThenable(result: unknown): result is PromiseLike<unknown> {
  return (
    typeof result === 'object' &&
    result !== null &&
    typeof (result as PromiseLike<unknown>).then === 'function'
  );
}

/** The request has failed anyway, and nobody else listens. */
function ignore(): void {}

interface Thrown extends Error {
  readonly status?: unknown;
  readonly statusCode?: unknown;
  readonly expose?: unknown;
  readonly type?: unknown;
}

function told(thrown: Thrown): Error {
  if (!Object.isExtensible(thrown)) return unverified(thrown);
  const status = thrown.status ?? thrown.statusCode ?? 403;
  const facts = {
    status,
    statusCode: status,
    expose: (status as number) < 500,
    type: 'entity.verify.failed',
  };
  // Only what isn't there: of a class it may be a getter, which can't be written to.
  const missing = Object.entries(facts).filter(([name]) => thrown[name as keyof Thrown] === undefined);
  return Object.assign(thrown, Object.fromEntries(missing));
}

function unverified(cause: unknown): BodyError {
  return new BodyError(403, 'ERR_BODY_UNVERIFIED', 'entity.verify.failed', 'The body was not verified.', {
    cause,
  });
}
