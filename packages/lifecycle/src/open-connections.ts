/** @module The connections of a server. Node's lists lack upgraded connections and TLS handshakes. */

import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import type { Server, Socket } from 'node:net';

/** A socket of a server, with Node's private records. */
export type OpenSocket = Socket & {
  /** The oldest pending response. */
  readonly _httpMessage?: ServerResponse | null;
  /** Its `incoming` is the request whose head has been parsed last. */
  readonly parser?: { readonly incoming?: IncomingMessage | null } | null;
  /** The socket under TLS. */
  readonly _parent?: Socket | null;
};

/**
 * Of a server with the fast lane: lists its connections with their newest pending response, `undefined` when a further request has begun
 * to arrive. Node's record is the oldest response.
 */
const NEWEST_RESPONSES: unique symbol = Symbol.for('nextpress.newestResponses') as never;

type LaneServer = HttpServer & { readonly [NEWEST_RESPONSES]?: () => [Socket, ServerResponse | undefined][] };

/** The connections in the fast lane with their newest pending response, `undefined` when a further request has begun to arrive. */
export function newestResponses(server: LaneServer): ReadonlyMap<Socket, ServerResponse | undefined> {
  return new Map(server[NEWEST_RESPONSES]?.());
}

/** Whether Node has not parsed another request after that of a response. */
export function isNewest({ req }: ServerResponse, { parser }: OpenSocket): boolean {
  return !parser?.incoming || parser.incoming === req;
}

/** The connections of one server, collected from now on. */
export class OpenConnections {
  readonly sockets: Set<OpenSocket> = new Set();
  /** The sockets of TLS handshakes. */
  readonly handshakes: Set<Socket> = new Set();

  constructor(server: Server) {
    const isSecure = 'setSecureContext' in server;
    collect(server, 'connection', isSecure ? this.handshakes : this.sockets);
    if (!isSecure) return;
    collect(server, 'secureConnection', this.sockets);
    server.prependListener('secureConnection', ({ _parent }: OpenSocket) => {
      if (_parent) this.handshakes.delete(_parent);
    });
  }
}

function collect(server: Server, event: string, sockets: Set<Socket>): void {
  function forget(this: Socket): void {
    sockets.delete(this);
  }
  server.prependListener(event, (socket: Socket) => {
    // Emitted again, such as after an upgrade that is not accepted.
    if (sockets.has(socket)) return;
    sockets.add(socket);
    socket.on('close', forget);
  });
}
