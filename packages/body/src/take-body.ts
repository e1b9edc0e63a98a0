/** @module A body that is already there: the fast lane offers it whole while the handler runs. */

import type { IncomingMessage } from 'node:http';

const TAKE_BODY: unique symbol = Symbol.for('nextpress.takeBody') as never;

interface Offering extends IncomingMessage {
  [TAKE_BODY]?(isLent: boolean): Buffer | undefined;
}

/**
 * Takes the body without a stream; `undefined` when it has to be read from it.
 *
 * @param isLent - it is only looked at, and that at once: then it isn't copied from where other requests will be read
 */
export function takeBody(req: IncomingMessage, isLent: boolean): Buffer | undefined {
  return (req as Offering)[TAKE_BODY]?.(isLent);
}
