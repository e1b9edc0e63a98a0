/** @module The servers that this worker listens with, and their connections. */

import { subscribe } from 'node:diagnostics_channel';
import type { Server, Socket } from 'node:net';
import { drainServer, isHttpServer, type OpenServer } from './drain-server.ts';

/** Node publishes each call of `server.listen()` here, before the address is bound, so nothing has to be patched. */
const LISTEN_CHANNEL = 'tracing:net.server.listen:asyncStart';

interface ListenEvent {
  readonly server: Server;
  readonly options: { port?: unknown; exclusive?: boolean; reusePort?: boolean };
}

export class OpenServers {
  readonly #servers = new Map<Server, OpenServer>();
  readonly #reusePort: boolean;
  readonly #onListening: () => void;
  #idleLimit: number = Number.POSITIVE_INFINITY;

  constructor(reusePort: boolean, onListening: () => void) {
    this.#reusePort = reusePort;
    this.#onListening = onListening;
    subscribe(LISTEN_CHANNEL, (event) => this.#add(event as ListenEvent));
  }

  /** The number of open connections. */
  get connections(): number {
    let count = 0;
    for (const { sockets } of this.#servers.values()) count += sockets.size;
    return count;
  }

  /**
   * Stops accepting, and resolves when the last connection has ended.
   *
   * @param idleLimit - for how many milliseconds idle connections may stay; see {@link drainServer}
   */
  async drain(idleLimit: number): Promise<void> {
    this.limitIdle(idleLimit);
    const limit = (): number => this.#idleLimit;
    await Promise.all([...this.#servers.values()].map((open) => drainServer(open, limit)));
  }

  /** Lets idle connections stay for so many milliseconds at most. A larger number than before has no effect. */
  limitIdle(idleLimit: number): void {
    this.#idleLimit = Math.min(this.#idleLimit, idleLimit);
  }

  #add({ server, options }: ListenEvent): void {
    if (this.#reusePort && isPort(options.port) && options.exclusive === undefined) options.reusePort = true;
    if (this.#servers.has(server)) return;
    const open: OpenServer = { server, sockets: new Set(), hasListened: false };
    this.#servers.set(server, open);
    // With TLS, the encrypted sockets are counted, and the others would be counted twice.
    const event = isHttpServer(server) && 'setSecureContext' in server ? 'secureConnection' : 'connection';
    const collect = (socket: Socket): void => {
      open.sockets.add(socket);
      socket.once('close', () => open.sockets.delete(socket));
    };
    server.prependListener(event, collect);
    server.on('listening', () => {
      open.hasListened = true;
      this.#onListening();
    });
    server.once('close', () => {
      server.off(event, collect);
      this.#servers.delete(server);
    });
  }
}

function isPort(port: unknown): boolean {
  return port !== undefined && port !== null && Number(port) > 0;
}
