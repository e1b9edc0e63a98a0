/** @module Responses that last until their server shuts down, such as event streams. No other response is registered. */

import type { ServerResponse } from 'node:http';
import { onExchangeEnd } from '@nextpress/semantics/exchange-end';

/** The long-lived responses of one server. */
interface LongLived {
  readonly responses: Set<{ readonly res: ServerResponse; readonly end: () => void }>;
  isShuttingDown: boolean;
}

const servers = new WeakMap<object, LongLived>();

function longLivedOf(server: object): LongLived {
  let longLived = servers.get(server);
  if (longLived === undefined) {
    longLived = { responses: new Set(), isShuttingDown: false };
    servers.set(server, longLived);
  }
  return longLived;
}

/**
 * Registers a response that would keep its server from closing, until the response ends. Without a server, as with
 * serverless adapters, this does nothing.
 *
 * @param end - ends the response. Called once: when the server shuts down, or immediately if it is already shutting down
 */
export function endOnShutdown(res: ServerResponse, end: () => void): void {
  const { server } = (res.req?.socket ?? {}) as { readonly server?: object };
  if (server === undefined) return;
  const longLived = longLivedOf(server);
  if (longLived.isShuttingDown) {
    end();
    return;
  }
  const response = { res, end };
  longLived.responses.add(response);
  onExchangeEnd(res, () => longLived.responses.delete(response));
}

/** Ends the long-lived responses of a server, and those that start until {@link stopEnding} is called. */
export function endLongLived(server: object): void {
  const longLived = longLivedOf(server);
  longLived.isShuttingDown = true;
  for (const response of longLived.responses) {
    longLived.responses.delete(response);
    // A response that fails to end must not keep others from ending, or the server from closing.
    try {
      response.end();
    } catch (error) {
      response.res.destroy(error as Error);
    }
  }
}

/** Stops ending new long-lived responses. Call this once the server has closed, if it may listen again. */
export function stopEnding(server: object): void {
  longLivedOf(server).isShuttingDown = false;
}
