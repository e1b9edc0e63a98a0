/** @module Cold: `app.request` and `app.response`, which applications that are mounted bring along. */

import type { Messages } from '../../messages.ts';
import type { Inside } from '../connection/request-listener.ts';

/**
 * Gives an application the prototypes of its messages. Whoever reads one is about to put something there: from then on the
 * messages that come to the mounted application get its prototypes, which costs them their shape.
 */
export function definePrototypes(app: object, inside: Inside): void {
  const { Request, Response } = inside.messages;
  for (const [name, { prototype }] of Object.entries({ request: Request, response: Response })) {
    const get = (): object => {
      inside.isExtended = true;
      return prototype;
    };
    Object.defineProperty(app, name, { get, enumerable: true, configurable: true });
  }
}

/** What the messages of the application around have, those of the mounted one have, too, as in Express. */
export function inheritPrototypes(inner: Messages, outer: Messages): void {
  Object.setPrototypeOf(inner.Request.prototype, outer.Request.prototype);
  Object.setPrototypeOf(inner.Response.prototype, outer.Response.prototype);
}
