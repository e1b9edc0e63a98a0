/** @module Limits for bodies that no handler reads: Node would read them to the end, whatever their size. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { discardRest } from '@nextpress/body/discard-rest';

/** Limits how much of an unread body is read after the response. */
export function limitUnreadBody(req: IncomingMessage, res: ServerResponse): void {
  // Before Node's own listener, which starts to read.
  res.prependOnceListener('finish', () => {
    if (!req.complete && req.readableFlowing === null) discardRest(req, res, false);
  });
}
