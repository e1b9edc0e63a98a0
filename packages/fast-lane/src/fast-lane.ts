/** @module The entry point: gives a server the fast lane. */

import type { Server } from 'node:http';
import type { Server as SecureServer } from 'node:https';
import type { NodeServer } from '@nextpress-internal/internals/node';
import { type FastLaneOptions, readOptions, readServer } from './fast-lane-options.ts';
import { attach } from './internal/connection/engage.ts';
import type { Lane } from './internal/connection/lane.ts';
import type { LaneStats, WithStats } from './lane-stats.ts';

const announced = new WeakSet<NodeServer>();

/**
 * Serves ordinary requests without Node's HTTP parser, and leaves everything else to Node. Clients and listeners cannot
 * tell the difference.
 *
 * It changes the server in place, for new connections, and returns it. Settings and listeners may change before and
 * after the call. If the lane doesn't support a setting or this version of Node, Node serves the connection. A second
 * call for the same server has no effect.
 *
 * @throws TypeError if the first argument is not a server of `node:http` or `node:https`, or an option is unknown or of the wrong type.
 *
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import { fastLane } from '@nextpress/fast-lane';
 *
 * const server = fastLane(createServer((req, res) => res.end(`hello ${req.url}`)));
 *
 * server.listen(0, async () => {
 *   const { port } = server.address() as { port: number };
 *   const response = await fetch(`http://127.0.0.1:${port}/world`);
 *   console.log(await response.text()); // => 'hello /world'
 *   console.log(server.stats()); // => { fast: 1, node: 0, takenBack: 0, handedOver: {} }
 *   server.close();
 * });
 * ```
 */
export function fastLane<S extends Server | SecureServer>(
  server: S,
  options: FastLaneOptions = {},
): S & WithStats {
  const node = readServer(server) as NodeServer;
  const { lazy } = readOptions(options);
  if (!announced.has(node)) {
    announced.add(node);
    const { lane, isEngaged } = attach(node, lazy);
    // Another copy of this package may have attached its lane first.
    if (isEngaged || !('stats' in server)) {
      const value = (): LaneStats => statsOf(lane);
      Object.defineProperty(server, 'stats', { value, writable: true, configurable: true });
    }
  }
  return server as S & WithStats;
}

function statsOf({ counts }: Lane): LaneStats {
  return { ...counts, handedOver: Object.fromEntries(counts.handedOver) };
}
