import type { IncomingMessage } from 'node:http';
import { TAKE_BODY } from '@nextpress-internal/internals/keys';

interface LaneRequest extends IncomingMessage {
  [TAKE_BODY]?(isLent: boolean): Buffer | undefined;
}

/**
 * Takes a body that arrived together with its request head from the fast lane, without a stream.
 *
 * @param isLent - whether the caller is done with the bytes when it returns; the fast lane then does not copy them
 * @returns `undefined` when the body has to be read from the stream
 */
export function takeBody(req: IncomingMessage, isLent: boolean): Buffer | undefined {
  return (req as LaneRequest)[TAKE_BODY]?.(isLent);
}
