import type { IncomingMessage, ServerResponse } from 'node:http';
import { isThenable } from '@nextpress/semantics/thenable';
import { thrownProperty, withoutCode } from '@nextpress/semantics/thrown-value';
import type { BodyOptions } from './body-options.ts';
import { detachBytes } from './detach-bytes.ts';
import { toHttpError } from './to-http-error.ts';

const { nextTick } = process;

/**
 * Calls the option `verify`, and `done` with the error if it throws or rejects. An error without a status gets 403. A thrown
 * value that is not an error is wrapped in one, with a `code` unless the parser is like body-parser.
 *
 * Waits for a promise, so that a body is not parsed before an `async` function can refuse it.
 */
export function verifyBody(
  verify: NonNullable<BodyOptions['verify']>,
  hasCodes: boolean,
  charset: string | null,
  bytes: Buffer,
  req: IncomingMessage,
  res: ServerResponse,
  done: (error?: Error) => void,
): void {
  const body = detachBytes(bytes);
  let result: unknown;
  try {
    result = verify(req, res, body, charset);
  } catch (thrown) {
    done(unverified(thrown, body, hasCodes));
    return;
  }
  if (!isThenable(result)) {
    done();
    return;
  }
  // In its own tick, so that an error thrown by `done` doesn't reject this promise.
  Promise.resolve(result).then(
    () => nextTick(done),
    (thrown) => nextTick(done, unverified(thrown, body, hasCodes)),
  );
}

function unverified(thrown: unknown, body: Buffer, hasCodes: boolean): Error {
  const type = thrownProperty(thrown, 'type') || 'entity.verify.failed';
  const error = toHttpError(thrown, 403, { body, type });
  return hasCodes || error === thrown ? error : withoutCode(error);
}
