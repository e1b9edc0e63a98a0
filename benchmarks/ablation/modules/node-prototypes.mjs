// In the place of server/messages: the helpers are on the prototypes of Node's own classes.
import { IncomingMessage, ServerResponse } from 'node:http';
import { patchPrototypes } from '../../../packages/core/src/patch-prototypes.ts';

/** @type {typeof import('../../../packages/server/src/messages.ts').createMessages} */
export function createMessages(queryParser) {
  const { prototype } = IncomingMessage;
  Object.defineProperty(prototype, 'baseUrl', { value: '', writable: true, configurable: true });
  patchPrototypes({
    request: prototype,
    response: ServerResponse.prototype,
    ...(queryParser === undefined ? {} : { queryParser }),
  });
  return { Request: IncomingMessage, Response: ServerResponse };
}

/** @type {typeof import('../../../packages/server/src/messages.ts').isOwn} */
export function isOwn(_req) {
  return true;
}

/** @type {typeof import('../../../packages/server/src/messages.ts').adopt} */
export function adopt() {
  return () => {};
}
