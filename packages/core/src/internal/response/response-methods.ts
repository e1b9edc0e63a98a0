/** @module Hot: detects whether the application replaced a method that sends a response. */

import { OutgoingMessage, type ServerResponse } from 'node:http';
import { CLASS_METHODS } from '@nextpress-internal/internals/keys';
import { nodeWriteHead } from '@nextpress-internal/internals/node';

interface Methods {
  readonly end: unknown;
  readonly write: unknown;
  readonly setHeader: unknown;
  /** Omitted by classes that use Node's. */
  readonly writeHead?: unknown;
}

const { end, write, setHeader } = OutgoingMessage.prototype;

/** `ServerResponse` inherits these, so a patch of its prototype is detected even if it was applied before this module loads. */
export const NODE_METHODS: Methods = Object.freeze({ end, write, setHeader });

const NODE_WRITE_HEAD = nodeWriteHead();

/**
 * Whether `end`, `write`, `writeHead` and `setHeader` are the class's own. If not, the helpers set each header like
 * Express, because middleware may read and change headers in its own `end`.
 */
export function hasOriginalMethods(
  res: ServerResponse & { readonly [CLASS_METHODS]?: Methods | undefined },
): boolean {
  const methods = res[CLASS_METHODS] ?? NODE_METHODS;
  return (
    res.end === methods.end &&
    res.writeHead === (methods.writeHead ?? NODE_WRITE_HEAD) &&
    res.write === methods.write &&
    res.setHeader === methods.setHeader
  );
}
