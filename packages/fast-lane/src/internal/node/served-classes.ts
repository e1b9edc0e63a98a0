/** @module Which classes of requests and responses the lane may make objects of. */

import { IncomingMessage, ServerResponse } from 'node:http';
import { type NodeServer, REQUEST_CLASS, RESPONSE_CLASS } from './node-internals.ts';

/** A class with this as its own static property, `true`, promises that its constructor only calls `super`. */
export const LEAN: unique symbol = Symbol.for('nextpress.lean') as never;

/** Node's own classes, or those that make the promise. */
export function servesClasses(server: NodeServer): boolean {
  return isServed(server[REQUEST_CLASS], IncomingMessage) && isServed(server[RESPONSE_CLASS], ServerResponse);
}

function isServed(type: unknown, native: unknown): boolean {
  if (type === native) return true;
  return typeof type === 'function' && Object.hasOwn(type, LEAN) && Reflect.get(type, LEAN) === true;
}
