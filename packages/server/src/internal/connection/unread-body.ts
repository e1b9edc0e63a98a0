/** @module What becomes of a body that no handler has touched: Node would read it to its end, however far that is. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { discardRest } from '@nextpress/body/discard-rest';

/** Bounds how much of a request's body is read when it has been answered unread. What somebody reads is his to bound. */
export function boundUnreadBody(req: IncomingMessage, res: ServerResponse): void {
  // Before Node's own listener, which begins to read.
  res.prependOnceListener('finish', () => {
    if (!req.complete && req.readableFlowing === null) discardRest(req, res, false);
  });
}
