/** @module `req.signal`, with the same semantics for versions of Node that lack it. Nothing happens until it is first read. */

import { IncomingMessage } from 'node:http';
import { onExchangeEnd } from '@nextpress/semantics/exchange-end';
import type { Request } from '../../types/application.ts';

const SIGNAL: unique symbol = Symbol('signal');

type SignaledRequest = Request & { [SIGNAL]?: AbortSignal };

/**
 * Defines the property on a prototype of requests. Middleware may assign its own signal, which Node's
 * property would reject.
 */
export function defineSignal(prototype: object): void {
  const native = Object.getOwnPropertyDescriptor(IncomingMessage.prototype, 'signal');
  Object.defineProperty(prototype, 'signal', {
    get: native?.get ?? getSignal,
    set(this: object, value: unknown) {
      Object.defineProperty(this, 'signal', { value, writable: true, enumerable: true, configurable: true });
    },
    configurable: true,
  });
}

function getSignal(this: SignaledRequest): AbortSignal {
  this[SIGNAL] ??= makeSignal(this);
  return this[SIGNAL];
}

/** Aborted when the connection closes before the response has finished. */
function makeSignal(req: Request): AbortSignal {
  const controller = new AbortController();
  const { socket, res } = req;
  if (isCutOff(req) || (socket?.destroyed && !res?.writableFinished)) controller.abort();
  else if (res) {
    onExchangeEnd(res, () => {
      if (!res.writableFinished) controller.abort();
    });
  }
  return controller.signal;
}

/** Whether the request was destroyed before it was read to the end. */
function isCutOff({ destroyed, readableEnded, complete }: Request): boolean {
  return destroyed && !(readableEnded && complete);
}
