/** @module The connections of a server. Node's lists lack upgraded connections and TLS handshakes. */

import type { Server as HttpServer } from 'node:http';
import type { Server, Socket } from 'node:net';
import { BEGUN_REQUESTS } from '@nextpress-internal/internals/keys';
import type { NodeSocket } from '@nextpress-internal/internals/node';

/** Fast-lane connections on which another request has begun to arrive. Node does not expose its own. */
export function begunRequests(server: HttpServer): ReadonlySet<Socket> {
  return new Set((server as { readonly [BEGUN_REQUESTS]?: () => Socket[] })[BEGUN_REQUESTS]?.());
}

/** Tracks a server's connections from now on. */
export class OpenConnections {
  readonly sockets: Set<Socket> = new Set();
  /** The sockets of TLS handshakes. */
  readonly handshakes: Set<Socket> = new Set();
  /** In seconds of `process.uptime()`: on Node 20, the global `performance` loads eight modules of Node. */
  readonly #acceptedAt = new WeakMap<Socket, number>();

  constructor(server: Server) {
    const isSecure = 'setSecureContext' in server;
    this.#collect(server, 'connection', isSecure ? this.handshakes : this.sockets);
    if (!isSecure) return;
    this.#collect(server, 'secureConnection', this.sockets);
    server.prependListener('secureConnection', ({ _parent }: NodeSocket) => {
      if (_parent) this.handshakes.delete(_parent);
    });
  }

  /** How long a connection has been open, in milliseconds. */
  ageOf(socket: Socket): number {
    return 1e3 * (process.uptime() - (this.#acceptedAt.get(socket) ?? 0));
  }

  #collect(server: Server, event: string, sockets: Set<Socket>): void {
    function forget(this: Socket): void {
      sockets.delete(this);
    }
    server.prependListener(event, (socket: Socket) => {
      // Emitted again, e.g. after a rejected upgrade.
      if (sockets.has(socket)) return;
      sockets.add(socket);
      this.#acceptedAt.set(socket, process.uptime());
      socket.on('close', forget);
    });
  }
}
