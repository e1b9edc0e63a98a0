/** @module Ends the connections of a server without cutting off responses. A server that is not closing pays nothing. */

import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import { Server, type Socket } from 'node:net';

/** A server and its connections. */
export interface OpenServer {
  readonly server: Server;
  readonly sockets: Set<Socket>;
  hasListened: boolean;
}

/** Of a server with the fast lane: its connections with their newest pending response, `undefined` when a further request has begun. */
const NEWEST_RESPONSES: unique symbol = Symbol.for('nextpress.newestResponses') as never;

/** Of a server of Nextpress: has responses end their connections, and ends event streams. */
const RETIRE: unique symbol = Symbol.for('nextpress.retire') as never;

/** How often, in milliseconds, a closing server ends the connections that have become idle. */
const SWEEP_INTERVAL = 25;

/** A socket with Node's record of its oldest pending response. */
type HttpSocket = Socket & { readonly _httpMessage?: ServerResponse | null };
type DrainedServer = HttpServer & {
  readonly [NEWEST_RESPONSES]?: () => [Socket, ServerResponse | undefined][];
  readonly [RETIRE]?: () => void;
};

/**
 * Closes the server; resolves when its last connection has ended. Each response from now on ends its connection.
 *
 * @param idleLimit - returns for how many milliseconds idle connections may stay: a client that sends its next request in this time gets a
 * response, and the connection is closed after it
 */
export function drainServer(
  { server, sockets, hasListened }: OpenServer,
  idleLimit: () => number,
): Promise<void> {
  return new Promise((resolve) => {
    if (isHttpServer(server)) {
      const stop = endAfterResponses(server as DrainedServer, sockets, idleLimit);
      server.once('close', stop);
    }
    server.once('close', () => resolve());
    // The `close` of an HTTP server would end idle connections at once, on which clients may just be sending.
    if (server.listening) Server.prototype.close.call(server);
    else if (!hasListened) server.close(() => resolve());
  });
}

/** Whether a server is of `node:http` or `node:https`. */
export function isHttpServer(server: Server): server is HttpServer {
  return 'closeIdleConnections' in server;
}

/** For how many milliseconds idle connections of the server may stay open while other workers are ready. */
function keepAliveOf({ keepAliveTimeout }: HttpServer): number {
  return keepAliveTimeout || Number.POSITIVE_INFINITY;
}

function endAfterResponses(
  server: DrainedServer,
  sockets: ReadonlySet<HttpSocket>,
  idleLimit: () => number,
): () => void {
  if (server[RETIRE]) server[RETIRE]();
  else {
    server.prependListener('request', endConnection);
    for (const res of pendingResponses(server, sockets)) res.shouldKeepAlive = false;
  }
  const started = performance.now();
  // Two turns of the event loop at least: a request that has arrived by now is still served.
  const sweep = setInterval(() => {
    if (performance.now() - started >= Math.min(idleLimit(), keepAliveOf(server))) closeIdle(server, sockets);
  }, SWEEP_INTERVAL);
  return () => {
    clearInterval(sweep);
    server.removeListener('request', endConnection);
  };
}

function endConnection(_req: IncomingMessage, res: ServerResponse): void {
  res.shouldKeepAlive = false;
}

function pendingResponses(server: DrainedServer, sockets: ReadonlySet<HttpSocket>): Iterable<ServerResponse> {
  const pending = new Map<Socket, ServerResponse>();
  for (const socket of sockets) if (socket._httpMessage) pending.set(socket, socket._httpMessage);
  for (const [socket, res] of server[NEWEST_RESPONSES]?.() ?? []) {
    if (res === undefined) pending.delete(socket);
    else pending.set(socket, res);
  }
  return pending.values();
}

/** Node would also end connections whose response has been ended, but not yet sent, and before version 26 not those without a request. */
function closeIdle(server: DrainedServer, sockets: ReadonlySet<HttpSocket>): void {
  const open = [...sockets].filter(({ destroyed }) => !destroyed);
  const sending = open.filter(
    ({ _httpMessage, writableLength }) => Boolean(_httpMessage) || writableLength > 0,
  );
  const restore = sending.map(ignoreDestroy);
  try {
    server.closeIdleConnections();
  } finally {
    for (const each of restore) each();
  }
  for (const socket of open) if (socket.bytesRead === 0 && !socket._httpMessage) socket.destroy();
}

/** Disables `socket.destroy()`, and returns a function that enables it. */
function ignoreDestroy(socket: Socket): () => void {
  const own = Object.getOwnPropertyDescriptor(socket, 'destroy');
  Object.defineProperty(socket, 'destroy', { value: () => socket, configurable: true, writable: true });
  return () => {
    if (own === undefined) Reflect.deleteProperty(socket, 'destroy');
    else Object.defineProperty(socket, 'destroy', own);
  };
}
