/** @module Hot: whether user code has replaced one of the methods that send a response. */

import { OutgoingMessage, ServerResponse } from 'node:http';

/** The methods that a response would have if nothing had been replaced. */
interface Methods {
  readonly end: unknown;
  readonly write: unknown;
  readonly setHeader: unknown;
}

/** Where a class that overrides Node's methods says so, as the fast lane's does. */
export const METHODS: unique symbol = Symbol.for('nextpress.methods') as never;

const { end, write, setHeader } = OutgoingMessage.prototype;

/** Node's own. `ServerResponse` inherits them, so that a patch of its prototype is told apart even if it came first. */
export const NODE_METHODS: Methods = Object.freeze({ end, write, setHeader });

/** `undefined` where an agent has replaced it before this module was loaded. */
const NODE_WRITE_HEAD = nodeWriteHead(ServerResponse.prototype.writeHead);

function nodeWriteHead<T>(writeHead: T): T | undefined {
  return String(writeHead).includes('_storeHeader(') ? writeHead : undefined;
}

/**
 * Whether `end`, `write`, `writeHead` and `setHeader` are the ones that the response was made with. Otherwise the helpers send as
 * Express does: middleware finds every header in `getHeaders()`, and may still change them in its own `end`.
 */
export function hasOriginalMethods(
  res: ServerResponse & { readonly [METHODS]?: Methods | undefined },
): boolean {
  const methods = res[METHODS] ?? NODE_METHODS;
  return (
    res.end === methods.end &&
    res.writeHead === NODE_WRITE_HEAD &&
    res.write === methods.write &&
    res.setHeader === methods.setHeader
  );
}
