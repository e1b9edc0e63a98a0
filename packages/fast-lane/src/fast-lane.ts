/** @module Puts the fast lane before a server's own way of reading connections. */

import type { Server } from 'node:http';
import type { Server as SecureServer } from 'node:https';
import { Socket } from 'node:net';
import { Connection } from './internal/connection.ts';
import { flushAtExit } from './internal/flush-soon.ts';
import { canServe, Lane } from './internal/lane.ts';
import { startListening } from './internal/listen.ts';
import {
  NODE_LISTENER,
  type NodeServer,
  type NodeSocket,
  SILENT_IS_IDLE,
  SUPPORTED,
} from './internal/node-internals.ts';
import { REASONS } from './internal/recognise.ts';
import type { LaneStats, WithStats } from './lane-stats.ts';

/** Options of {@link fastLane}. */
export interface FastLaneOptions {
  /**
   * The caller's promise that no request listener changes the prototype of its request or response, as Express does:
   * the lane may then build `rawHeaders` when it is first read.
   * @defaultValue `false`
   */
  readonly lazy?: boolean;
}

const lanes = new WeakMap<NodeServer, Lane>();

export function fastLane<S extends Server | SecureServer>(
  server: S,
  options: FastLaneOptions = {},
): S & WithStats {
  const node = server as unknown as NodeServer;
  let lane = lanes.get(node);
  if (lane === undefined) {
    lane = new Lane(node, options.lazy ?? false);
    lanes.set(node, lane);
    engage(node, lane);
  }
  return server as S & WithStats;
}

function engage(server: NodeServer, lane: Lane): void {
  Object.defineProperty(server, 'stats', { value: () => statsOf(lane), writable: true, configurable: true });
  const event = server.listeners('secureConnection').includes(NODE_LISTENER as () => void)
    ? 'secureConnection'
    : 'connection';
  if (!SUPPORTED || !replaceListener(server, event, lane)) return;
  if (lanesSoFar++ === 0) process.on('exit', flushAtExit);
  const { closeIdleConnections, closeAllConnections } = server;
  server.closeIdleConnections = () => {
    for (const connection of lane.connections)
      if (connection.isIdle && (SILENT_IS_IDLE || !connection.isFresh)) connection.socket.destroy();
    closeIdleConnections.call(server);
  };
  server.closeAllConnections = () => {
    for (const connection of lane.connections) connection.socket.destroy();
    closeAllConnections.call(server);
  };
}

let lanesSoFar = 0;

/** Puts the lane where Node's own listener is, before and behind the same others. */
function replaceListener(server: NodeServer, event: string, lane: Lane): boolean {
  const listeners = server.rawListeners(event);
  if (!listeners.includes(NODE_LISTENER as () => void)) return false;
  const nodeListener = NODE_LISTENER as (this: NodeServer, socket: NodeSocket) => void;
  const take = (socket: NodeSocket): void => {
    if (socket instanceof Socket && canServe(server)) startListening(new Connection(socket, lane));
    else nodeListener.call(server, socket);
  };
  server.removeAllListeners(event);
  for (const listener of listeners)
    server.on(event, (listener === NODE_LISTENER ? take : listener) as () => void);
  return true;
}

function statsOf({ counts }: Lane): LaneStats {
  const handedOver = Object.fromEntries(
    [...counts.handedOver].map(([reason, count]) => [REASONS[reason] ?? '', count]),
  );
  return { fast: counts.fast, node: counts.node, takenBack: counts.takenBack, handedOver };
}
