/** @module Which classes of requests and responses the lane can extend. */

import { IncomingMessage, ServerResponse } from 'node:http';
import { REQUEST_CLASS, RESPONSE_CLASS } from './node-slots.ts';
import type { NodeServer } from './node-types.ts';

/** An own static property of a class. `true` promises that its constructor only calls `super`. */
export const PLAIN_CONSTRUCTOR: unique symbol = Symbol.for('nextpress.plainConstructor') as never;

/** Accepts Node's own classes, and classes with that promise. */
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
