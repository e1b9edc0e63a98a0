/**
 * @module Lets the primary accept connections for this worker's servers. `node:cluster` would lose a connection in
 * transit to a worker that is killed.
 */

import cluster from 'node:cluster';
import type {
  Listened,
  ListeningHandle,
  ListeningServer,
  NodeCluster,
} from '@nextpress-internal/internals/node';
import { unsupportedNode } from '@nextpress-internal/internals/node';
import type { ListenQuery, ListenReply, PrimaryMessage, WorkerMessage } from '../messages.ts';

type NodeQuery = Omit<ListenQuery, 'index'> & { readonly fd?: number | null };

const LONGEST_INTERVAL = 2 ** 31 - 1;

export class SharedListen {
  readonly #send: (message: WorkerMessage) => void;
  readonly #waiting = new Map<number, (reply: ListenReply) => void>();
  readonly #handles = new Map<string, ListeningHandle>();
  readonly #indices = new Set<string>();
  #sequence = 0;

  constructor(send: (message: WorkerMessage) => void) {
    this.#send = send;
    const internals = cluster as unknown as NodeCluster<NodeQuery>;
    const original = internals._getServer;
    if (typeof original !== 'function') throw unsupportedNode('@nextpress/cluster', ['cluster._getServer']);
    internals._getServer = (server, query, callback) => {
      // Other addresses are pipes, file descriptors and UDP, which Node shares itself.
      const isTcp = typeof query.addressType === 'number' && query.port >= 0 && !((query.fd ?? -1) >= 0);
      if (isTcp) this.#listen(server, query, callback);
      else original.call(internals, server, query, callback);
    };
  }

  /** The primary opened a port, or failed to. */
  onListening({ sequence, reply }: PrimaryMessage & { nextpressCluster: 'listening' }): void {
    this.#waiting.get(sequence)?.(reply);
    this.#waiting.delete(sequence);
  }

  /** The primary accepted a connection. */
  onConnection(
    { sequence, key }: PrimaryMessage & { nextpressCluster: 'connection' },
    connection: { close(): void } | undefined,
  ): void {
    const handle = this.#handles.get(key);
    const isAccepted = handle?.onconnection !== undefined && connection !== undefined;
    this.#send({ nextpressCluster: 'accepted', sequence, isAccepted });
    if (isAccepted) handle.onconnection?.(0, connection);
    else connection?.close();
  }

  #listen(server: ListeningServer, query: NodeQuery, callback: Listened): void {
    const { address, port, addressType, flags, backlog } = query;
    const place = [address, port, addressType].join(':');
    let index = 0;
    while (this.#indices.has(`${place}:${index}`)) index++;
    const name = `${place}:${index}`;
    this.#indices.add(name);
    const sequence = ++this.#sequence;
    this.#waiting.set(sequence, ({ errno, key, address: bound, data }) => {
      server._setServerData?.(data);
      if (errno === 0) return callback(0, this.#createHandle(key, bound, name));
      this.#indices.delete(name);
      callback(errno, null);
    });
    const data = server._getServerData?.();
    const sent = { address, port, addressType, flags, backlog, index };
    this.#send({ nextpressCluster: 'listen', sequence, query: sent, data });
  }

  #createHandle(key: string, bound: object, name: string): ListeningHandle {
    // An open server keeps its process alive.
    let timer: NodeJS.Timeout | undefined;
    const handle: ListeningHandle = {
      listen: () => 0,
      close: () => {
        if (!this.#handles.delete(key)) return;
        clearInterval(timer);
        this.#indices.delete(name);
        this.#send({ nextpressCluster: 'leave', key });
      },
      ref() {
        timer ??= setInterval(() => {}, LONGEST_INTERVAL);
      },
      unref() {
        clearInterval(timer);
        timer = undefined;
      },
      hasRef: () => timer !== undefined,
      getsockname(address) {
        Object.assign(address, bound);
        return 0;
      },
    };
    handle.ref();
    this.#handles.set(key, handle);
    return handle;
  }
}
