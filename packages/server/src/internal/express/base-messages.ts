/** @module The classes that requests and responses of Express 4 applications extend. */
import type { MessageClasses } from '../dialect.ts';
import {
  baseMessages,
  extendMessages,
  REQUEST_NAMES,
  RESPONSE_NAMES,
} from '../messages/message-prototypes.ts';
import { defineRequestMembers } from './request-members.ts';
import { defineResponseMembers } from './response-members.ts';

let made: MessageClasses | undefined;

/**
 * Creates the classes once. Their prototypes have all members as own properties, because libraries copy those
 * of `express.response`.
 */
export function baseMessages4(): MessageClasses {
  made ??= makeClasses();
  return made;
}

function makeClasses(): MessageClasses {
  const base = baseMessages();
  const classes = extendMessages(base);
  copyMembers(classes.Request.prototype, base.Request.prototype, REQUEST_NAMES);
  copyMembers(classes.Response.prototype, base.Response.prototype, RESPONSE_NAMES);
  defineRequestMembers(classes.Request.prototype);
  defineResponseMembers(classes.Response.prototype);
  return classes;
}

function copyMembers(prototype: object, base: object, names: readonly string[]): void {
  for (const name of names) {
    Object.defineProperty(prototype, name, Object.getOwnPropertyDescriptor(base, name) ?? {});
  }
}
