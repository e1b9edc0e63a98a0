/** @module The option `verify`, which looks at the bytes before they are parsed. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BodyOptions } from './body-options.ts';
import { ownBytes } from './own-bytes.ts';
import { describeThrown } from './thrown-error.ts';

/**
 * Calls `verify`, and `done` with the error when it throws: of status 403 unless the error has a status.
 *
 * A promise is waited for, so that a body is not parsed before an `async` function has refused it.
 */
export function verifyBody(
  verify: NonNullable<BodyOptions['verify']>,
  charset: string | null,
  bytes: Buffer,
  req: IncomingMessage,
  res: ServerResponse,
  done: (error?: Error) => void,
): void {
  const body = ownBytes(bytes);
  let result: unknown;
  try {
    result = verify(req, res, body, charset);
  } catch (thrown) {
    done(unverified(thrown, body));
    return;
  }
  if (!isThenable(result)) {
    done();
    return;
  }
  // In its own tick: what `done` throws must not become a rejection of this promise.
  Promise.resolve(result).then(
    () => process.nextTick(done),
    (thrown) => process.nextTick(done, unverified(thrown, body)),
  );
}

function isThenable(result: unknown): boolean {
  return typeof (result as Partial<PromiseLike<unknown>> | null | undefined)?.then === 'function';
}

function unverified(thrown: unknown, body: Buffer): Error {
  const { type } = Object(thrown) as { type?: unknown };
  return describeThrown(thrown, 403, { body, type: type || 'entity.verify.failed' });
}
