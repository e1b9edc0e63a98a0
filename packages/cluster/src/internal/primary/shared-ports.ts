/** @module All ports on which the primary accepts connections. */

import { constants } from 'node:os';
import type { ListenQuery, ListenReply } from '../messages.ts';
import { type Receiver, SharedPort } from './shared-port.ts';

export class SharedPorts {
  readonly #ports = new Map<string, SharedPort>();
  readonly #isSticky: boolean;
  #isClosed = false;

  constructor(isSticky: boolean) {
    this.#isSticky = isSticky;
  }

  /** Opens the port unless it is already open or the cluster is closing. */
  async listen(receiver: Receiver, query: ListenQuery, data: unknown): Promise<ListenReply> {
    const { address, port: number, addressType, index } = query;
    const key = [address, number, addressType, index].join(':');
    if (this.#isClosed) return { key, errno: -constants.errno.ECANCELED, address: {}, data };
    const port = this.#ports.get(key) ?? new SharedPort(key, query, data, this.#isSticky);
    this.#ports.set(key, port);
    const reply = await port.join(receiver);
    if (reply.errno !== 0) this.#ports.delete(key);
    return reply;
  }

  /** A worker's server closed. The last one closes the port, unless the worker was removed: a successor will listen. */
  leave(receiver: Receiver, key: string): void {
    const port = this.#ports.get(key);
    if (port?.leave(receiver) !== true || !port.isUnused) return;
    port.close();
    this.#ports.delete(key);
  }

  /** Stops sending connections to a worker. Ports stay open for its successor. */
  remove(receiver: Receiver): void {
    for (const port of this.#ports.values()) port.leave(receiver);
  }

  close(): void {
    this.#isClosed = true;
    for (const port of this.#ports.values()) port.close();
    this.#ports.clear();
  }
}
