// In the place of server/messages: the helpers are on the prototypes of Node's own classes.
import { IncomingMessage, ServerResponse } from 'node:http';
import { SETTINGS } from '../../../packages/core/src/settings.ts';
import { basePrototypes } from '../../../packages/server/src/messages.ts';

export * from '../../../packages/server/src/messages.ts';

/** @type {typeof import('../../../packages/server/src/messages.ts').createMessages} */
export function createMessages(settings) {
  const { request, response } = basePrototypes();
  copyHelpers(request, IncomingMessage.prototype);
  copyHelpers(response, ServerResponse.prototype);
  for (const { prototype } of [IncomingMessage, ServerResponse]) {
    Object.defineProperty(prototype, SETTINGS, { value: settings, writable: true, configurable: true });
  }
  return { Request: IncomingMessage, Response: ServerResponse };
}

/** @param {object} from @param {object} to */
function copyHelpers(from, to) {
  const { constructor: _constructor, ...helpers } = Object.getOwnPropertyDescriptors(from);
  Object.defineProperties(to, /** @type {PropertyDescriptorMap} */ (helpers));
}

/** @type {typeof import('../../../packages/server/src/messages.ts').isOwn} */
export function isOwn(_req) {
  return true;
}

/** @type {typeof import('../../../packages/server/src/messages.ts').adopt} */
export function adopt() {}
