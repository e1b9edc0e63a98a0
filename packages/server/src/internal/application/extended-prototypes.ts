/** @module Cold: `app.request` and `app.response`, which also apply to requests of applications that mount this one. */

import { SETTINGS } from '@nextpress/core';
import type { Messages } from '../messages/message-prototypes.ts';

/**
 * Defines the prototypes of an application's messages. Code that reads one is about to add properties, so from then on
 * requests that enter a mounted application get its prototypes, which makes their properties slower.
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
        // Requests of the application's own server then enter it like those of other servers, which sets their prototypes.
        Object.defineProperty(Request.prototype, SETTINGS, { value: undefined });
      },
      enumerable: true,
      configurable: true,
    });
  }
}

/**
 * As in Express, messages of a mounted application inherit from those of the application that mounts it. Where that is one of another
 * version, they keep the members of their own.
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
