/** @module A port on which the primary accepts connections, and the workers that serve it. */

import { createServer, type Server } from 'node:net';
import type { ListeningHandle, ListeningServer } from '@nextpress-internal/internals/node';
import type { ListenQuery, ListenReply } from '../messages.ts';
import { chooseByAddress, chooseIdlest } from './choose-worker.ts';

/** A connection handle from libuv. */
export interface Connection {
  close(): void;
  getpeername(address: { address?: string }): number;
}

/** A process that serves connections. */
export interface Receiver {
  readonly slot: number;
  readonly pending: number;
  /** @param giveBack - called when the worker refuses the connection, or exits before accepting it */
  deliver(key: string, connection: Connection, giveBack: () => void): void;
}

/** `UV_TCP_IPV6ONLY` */
const IPV6_ONLY = 1;
/** How many connections may wait for a worker, about as many as fit in the kernel's backlog. */
const MAX_WAITING = 1_024;

export class SharedPort {
  readonly #key: string;
  readonly #isSticky: boolean;
  readonly #data: unknown;
  readonly #server: Server = createServer();
  readonly #receivers: Receiver[] = [];
  readonly #waiting: Connection[] = [];
  readonly #opened: Promise<number>;

  /** @param data - the data of the first server with this key */
  constructor(key: string, query: ListenQuery, data: unknown, isSticky: boolean) {
    this.#key = key;
    this.#isSticky = isSticky;
    this.#data = data;
    this.#opened = this.#open(query);
  }

  get isUnused(): boolean {
    return this.#receivers.length === 0;
  }

  /** Resolves when the port is open or failed to open. */
  async join(receiver: Receiver): Promise<ListenReply> {
    const errno = await this.#opened;
    const address = {};
    if (errno === 0) {
      this.#handle?.getsockname(address);
      this.#receivers.push(receiver);
      // In the next turn of the event loop, when the worker's server knows that it is listening.
      setImmediate(() => {
        for (const connection of this.#waiting.splice(0)) this.#distribute(connection);
      });
    }
    return { key: this.#key, errno, address, data: this.#data };
  }

  /** @returns whether the worker used the port */
  leave(receiver: Receiver): boolean {
    const index = this.#receivers.indexOf(receiver);
    if (index !== -1) this.#receivers.splice(index, 1);
    return index !== -1;
  }

  close(): void {
    this.#server.close(() => {});
    // A connection that a worker returns from now on has nowhere to go.
    this.#receivers.length = 0;
    for (const connection of this.#waiting.splice(0)) connection.close();
  }

  get #handle(): ListeningHandle | undefined {
    return (this.#server as ListeningServer)._handle;
  }

  #open({ address, port, flags = 0, backlog }: ListenQuery): Promise<number> {
    return new Promise((resolve) => {
      this.#server.once('error', (error: NodeJS.ErrnoException) => resolve(error.errno ?? -1));
      const host = address === null ? {} : { host: address };
      const queue = typeof backlog === 'number' && backlog > 0 ? { backlog } : {};
      const options = { port, ...host, ...queue, ipv6Only: (flags & IPV6_ONLY) !== 0, exclusive: true };
      this.#server.listen(options, () => {
        const handle = this.#handle as ListeningHandle;
        // Creates no Socket in this process: a worker gets the handle.
        handle.onconnection = (error, connection) => {
          if (error === 0 && connection !== undefined) this.#distribute(connection as Connection);
        };
        resolve(0);
      });
    });
  }

  #distribute(connection: Connection): void {
    const receiver = this.#choose(connection);
    if (receiver !== undefined) {
      receiver.deliver(this.#key, connection, () => this.#distribute(connection));
    } else if (this.#server.listening && this.#waiting.length < MAX_WAITING) {
      this.#waiting.push(connection);
    } else connection.close();
  }

  #choose(connection: Connection): Receiver | undefined {
    if (!this.#isSticky) return this.#takeTurn();
    const peer: { address?: string } = {};
    connection.getpeername(peer);
    return chooseByAddress(this.#receivers, peer.address ?? '');
  }

  /** Chooses the idlest worker; ties take turns. */
  #takeTurn(): Receiver | undefined {
    const receiver = chooseIdlest(this.#receivers);
    if (receiver === undefined) return undefined;
    this.leave(receiver);
    this.#receivers.push(receiver);
    return receiver;
  }
}
