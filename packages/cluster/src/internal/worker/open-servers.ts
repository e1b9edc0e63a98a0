/** @module This worker's listening servers, and their connections. */

import { subscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:net';
import { drainOf, OpenConnections } from '@nextpress/lifecycle';
import { drainServer, isHttpServer, type OpenServer } from './drain-server.ts';

/** Node publishes each `server.listen()` call here before it binds the address, so nothing needs patching. */
const LISTEN_CHANNEL = 'tracing:net.server.listen:asyncStart';

interface ListenEvent {
  readonly server: Server;
  readonly options: { port?: unknown; exclusive?: boolean; reusePort?: boolean };
}

export class OpenServers {
  readonly #servers = new Map<Server, OpenServer>();
  /** All servers that ever listened, because one may listen again. */
  readonly #known = new WeakMap<Server, OpenServer>();
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
    for (const { connections } of this.#servers.values()) count += connections.sockets.size;
    return count;
  }

  /**
   * Stops accepting, and resolves when the last connection has ended.
   *
   * @param idleLimit - how long idle connections may stay, in milliseconds; see {@link drainServer}
   */
  async drain(idleLimit: number): Promise<void> {
    this.limitIdle(idleLimit);
    const limit = (): number => this.#idleLimit;
    await Promise.all([...this.#servers.values()].map((open) => drainServer(open, limit)));
  }

  /** Limits how long idle connections may stay, in milliseconds. A larger limit than before has no effect. */
  limitIdle(idleLimit: number): void {
    this.#idleLimit = Math.min(this.#idleLimit, idleLimit);
  }

  #add({ server, options }: ListenEvent): void {
    if (this.#reusePort && isPort(options.port) && options.exclusive === undefined) options.reusePort = true;
    if (this.#servers.has(server)) return;
    const known = this.#known.get(server);
    const open = known ?? openServer(server);
    open.hasListened = false;
    this.#servers.set(server, open);
    server.once('close', () => this.#servers.delete(server));
    if (known !== undefined) return;
    this.#known.set(server, open);
    server.on('listening', () => {
      open.hasListened = true;
      this.#onListening();
    });
  }
}

function openServer(server: Server): OpenServer {
  const drain = isHttpServer(server) ? drainOf(server) : undefined;
  const connections = drain?.connections ?? new OpenConnections(server);
  return { server, connections, drain, hasListened: false };
}

function isPort(port: unknown): boolean {
  return port !== undefined && port !== null && Number(port) > 0;
}
