/** @module A body that is already there: the fast lane offers it whole while the handler runs. */

import type { IncomingMessage } from 'node:http';

const TAKE_BODY: unique symbol = Symbol.for('nextpress.takeBody') as never;

interface Offering extends IncomingMessage {
  [TAKE_BODY]?(): Buffer | undefined;
}

/** Takes the body without a stream, to be looked at and let go; `undefined` when it has to be read from it. */
export function takeBody(req: IncomingMessage): Buffer | undefined {
  return (req as Offering)[TAKE_BODY]?.();
}
