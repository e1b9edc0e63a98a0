/** @module Cold: `app.request` and `app.response`, which also apply to requests of applications that mount this one. */

import { SETTINGS } from '@nextpress/core';
import type { Messages } from '../messages/message-prototypes.ts';

/**
 * Defines the prototypes of an application's messages. Code that reads one is about to add properties, so from then on requests that
 * enter the mounted application switch to its prototypes, which slows down property access.
 */
export function definePrototypes(app: object, messages: Messages): void {
  const { Request, prototypes } = messages;
  for (const name of ['request', 'response'] as const) {
    Object.defineProperty(app, name, {
      get: () => {
        messages.isExtended = true;
        return prototypes[name];
      },
      set: (prototype: object) => {
        messages.isExtended = true;
        prototypes[name] = prototype;
        // Requests of the application's own server then also get these prototypes, like those of other servers.
        Object.defineProperty(Request.prototype, SETTINGS, { value: undefined });
      },
      enumerable: true,
      configurable: true,
    });
  }
}

/**
 * As in Express, messages of a mounted application inherit from those of the outer one. If the outer one
 * behaves like another version of Express, they keep their own members.
 */
export function inheritPrototypes(inner: Messages, outer: Messages): void {
  if (inner.base !== outer.base) {
    inner.isExtended = true;
    keepMembers(inner.prototypes.request, inner.base.Request.prototype);
    keepMembers(inner.prototypes.response, inner.base.Response.prototype);
  }
  Object.setPrototypeOf(inner.prototypes.request, outer.prototypes.request);
  Object.setPrototypeOf(inner.prototypes.response, outer.prototypes.response);
}

function keepMembers(prototype: object, base: object): void {
  const own = Object.getOwnPropertyDescriptors(prototype);
  Object.defineProperties(prototype, { ...Object.getOwnPropertyDescriptors(base), ...own });
}
