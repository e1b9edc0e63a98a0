/** @module Closes a server of a worker. */

import type { Server as HttpServer } from 'node:http';
import { Server } from 'node:net';
import type { Drain, OpenConnections } from '@nextpress/lifecycle';

/** A server and its connections. */
export interface OpenServer {
  readonly server: Server;
  readonly connections: OpenConnections;
  /** `undefined` for a server that is not an HTTP server. */
  readonly drain: Drain | undefined;
  hasListened: boolean;
}

/** How often a closing server ends connections that became idle, in milliseconds. */
const SWEEP_INTERVAL = 25;

/**
 * Closes the server; resolves when its last connection has ended. Each response from now on ends its connection.
 *
 * @param idleLimit - returns how long idle connections may stay, in milliseconds: a client that sends its next request
 * in this time gets a response, and then the connection closes
 */
export function drainServer(
  { server, drain, hasListened }: OpenServer,
  idleLimit: () => number,
): Promise<void> {
  return new Promise((resolve) => {
    if (drain !== undefined) server.once('close', endAfterResponses(server as HttpServer, drain, idleLimit));
    server.once('close', () => resolve());
    // An HTTP server's `close` would end idle connections immediately, although clients may be sending on them.
    if (server.listening) Server.prototype.close.call(server);
    else if (!hasListened) server.close(() => resolve());
  });
}

/** Whether a server is a `node:http` or `node:https` server. */
export function isHttpServer(server: Server): server is HttpServer {
  return 'closeIdleConnections' in server;
}

function endAfterResponses(server: HttpServer, drain: Drain, idleLimit: () => number): () => void {
  drain.retire();
  drain.endStreams();
  const started = performance.now();
  // While other workers are ready, idle connections stay open as long as usual.
  const keepAlive = server.keepAliveTimeout || Number.POSITIVE_INFINITY;
  // A request that has already arrived is still served: timers run before the poll phase, immediates after it.
  const sweep = setInterval(() => {
    if (performance.now() - started >= Math.min(idleLimit(), keepAlive))
      setImmediate(() => drain.closeIdle());
  }, SWEEP_INTERVAL);
  return () => clearInterval(sweep);
}
