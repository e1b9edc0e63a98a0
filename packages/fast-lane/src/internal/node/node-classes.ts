/** @module Which request and response classes the lane can extend. */

import { IncomingMessage, ServerResponse } from 'node:http';
import { PLAIN_CONSTRUCTOR } from '@nextpress-internal/internals/keys';
import { type NodeServer, REQUEST_CLASS, RESPONSE_CLASS } from '@nextpress-internal/internals/node';

/** Accepts Node's own classes, and classes marked with `PLAIN_CONSTRUCTOR`. */
export function servesClasses(server: NodeServer): boolean {
  return isServed(server[REQUEST_CLASS], IncomingMessage) && isServed(server[RESPONSE_CLASS], ServerResponse);
}

function isServed(type: unknown, native: unknown): boolean {
  if (type === native) return true;
  return (
    typeof type === 'function' &&
    Object.hasOwn(type, PLAIN_CONSTRUCTOR) &&
    Reflect.get(type, PLAIN_CONSTRUCTOR) === true
  );
}
