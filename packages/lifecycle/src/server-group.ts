import { type EventEmitter, errorMonitor } from 'node:events';
import type { Server } from 'node:http';
import { clearTimeout, setTimeout } from 'node:timers';
import type { CutConnection } from './close-options.ts';
import { Drain, type Sessions } from './drain.ts';
import { OpenConnections } from './open-connections.ts';

/** An application's servers that listen, or are about to. */
export class ServerGroup {
  readonly #drains = new Map<Server, Drain>();

  /**
   * Adds a server until it closes or fails to listen. Its `close()` then drains it.
   *
   * @returns its connections
   */
  add(server: Server, http2?: Sessions): OpenConnections {
    const connections = new OpenConnections(server);
    const drain = new Drain(server, connections, http2);
    drain.replaceClose();
    this.#drains.set(server, drain);
    server.once('close', () => this.#drains.delete(server));
    // `errorMonitor` does not handle the error, so without another listener it still crashes the process, as with
    // Node's servers.
    (server as EventEmitter).once(errorMonitor, () => server.listening || this.#drains.delete(server));
    return connections;
  }

  /** Whether a server listens, or is about to. */
  has(server: Server): boolean {
    return this.#drains.has(server);
  }

  /** Makes responses end their connections from now on. */
  retire(): void {
    for (const drain of this.#drains.values()) drain.retire();
  }

  /**
   * Closes every server; resolves when the last connection has ended.
   *
   * @param grace - connections are cut after this many milliseconds
   * @returns the connections that were cut
   * @throws the error of a server whose `close` was replaced, once all others have closed
   */
  async close(grace: number): Promise<readonly CutConnection[]> {
    const drains = [...this.#drains.values()];
    let cut: readonly CutConnection[] = [];
    const timer = Number.isFinite(grace)
      ? setTimeout(() => {
          cut = drains.flatMap((drain) => drain.cut());
        }, grace)
      : undefined;
    const results = await Promise.allSettled([...this.#drains.keys()].map(closeServer));
    clearTimeout(timer);
    const failed = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
    if (failed !== undefined) throw failed.reason;
    return cut;
  }
}

/** The error of a server that never listened is ignored: it is already closed. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
