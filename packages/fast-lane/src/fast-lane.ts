/** @module Puts the fast lane before a server's own way of reading connections. */

import type { Server } from 'node:http';
import type { Server as SecureServer } from 'node:https';
import { type FastLaneOptions, readOptions, readServer } from './fast-lane-options.ts';
import { attach } from './internal/connection/attach.ts';
import type { NodeServer } from './internal/node/node-internals.ts';
import { type LaneStats, statsOf, type WithStats } from './lane-stats.ts';

/** The servers that this function has been called for. */
const announced = new WeakSet<NodeServer>();

/**
 * Lets a server read and answer ordinary requests itself, and leave everything else to Node: what clients receive and what
 * listeners observe is what it would be without.
 *
 * It works in place, for the connections that come from then on, and returns the same server. Settings and listeners may
 * be changed before and afterwards. With settings that the lane can't honour, or on a Node that it doesn't know, every
 * connection is Node's. For a server that has the lane already the call changes nothing: the first `lazy` stays.
 *
 * @throws TypeError when the first argument is no server of `node:http` or `node:https`, when an option doesn't exist, and
 * when one is of the wrong type.
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
 *   const answer = await fetch(`http://127.0.0.1:${port}/world`);
 *   console.log(await answer.text()); // => 'hello /world'
 *   console.log(server.stats()); // => { fast: 1, node: 0, takenBack: 0, handedOver: {} }
 *   server.close();
 * });
 * ```
 */
export function fastLane<S extends Server | SecureServer>(
  server: S,
  options: FastLaneOptions = {},
): S & WithStats {
  const node = readServer(server);
  const { lazy } = readOptions(options);
  if (!announced.has(node)) {
    announced.add(node);
    const { lane, isEngaged } = attach(node, lazy);
    // Another copy of this package may have been there first, and counts.
    if (isEngaged || !('stats' in server)) {
      const value = (): LaneStats => statsOf(lane);
      Object.defineProperty(server, 'stats', { value, writable: true, configurable: true });
    }
  }
  return server as S & WithStats;
}
