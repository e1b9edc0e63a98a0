/** @module Cold: `app.request` and `app.response`, which also apply to requests of applications that mount this one. */

import type { Messages } from '../messages/message-prototypes.ts';
import type { AppContext } from './app-context.ts';

/**
 * Defines the prototypes of an application's messages. Code that reads one is about to add properties, so from then on
 * requests that enter a mounted application get its prototypes, which makes their properties slower.
 */
export function definePrototypes(app: object, context: AppContext): void {
  const { Request, Response } = context.messages;
  for (const [name, { prototype }] of Object.entries({ request: Request, response: Response })) {
    const get = (): object => {
      context.isExtended = true;
      return prototype;
    };
    Object.defineProperty(app, name, { get, enumerable: true, configurable: true });
  }
}

/** As in Express, messages of a mounted application inherit from those of the application that mounts it. */
export function inheritPrototypes(inner: Messages, outer: Messages): void {
  Object.setPrototypeOf(inner.Request.prototype, outer.Request.prototype);
  Object.setPrototypeOf(inner.Response.prototype, outer.Response.prototype);
}
