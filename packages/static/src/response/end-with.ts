/** @module Hot: sends a whole body. */

import { OutgoingMessage, type ServerResponse } from 'node:http';
import { CLASS_METHODS } from '@nextpress-internal/internals/keys';

interface Methods {
  readonly end: unknown;
  readonly write: unknown;
}

const { end, write } = OutgoingMessage.prototype;
const NODE_METHODS: Methods = { end, write };

/**
 * Ends a response with a body. Middleware that replaces `write` or `end` gets the calls that `pipe` makes, because it is written for
 * files that are piped.
 */
export function endWith(
  res: ServerResponse & { readonly [CLASS_METHODS]?: Methods },
  body: Buffer | undefined,
): void {
  const methods = res[CLASS_METHODS] ?? NODE_METHODS;
  if (body === undefined) res.end();
  else if (res.end === methods.end && res.write === methods.write) res.end(body);
  else {
    res.write(body);
    res.end();
  }
}
