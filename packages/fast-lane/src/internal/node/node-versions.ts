/** @module Differences between Node versions, and whether this one is supported. */

import { createServer } from 'node:http';
import type { NodeServer } from '@nextpress-internal/internals/node';
import {
  END_CALLBACKS,
  FAST_LANE,
  missingMembers,
  WRITABLE_FINISHED,
} from '@nextpress-internal/internals/node';

const server = createServer() as NodeServer;

export const MAJOR: number = Number.parseInt(process.versions.node, 10);
/** Node ≥ 24 emits `drain` on a response only when everything it wrote has been sent. */
export const DRAINS_WHEN_EMPTY: boolean = MAJOR >= 24;
/** Node ≥ 26 treats a connection without a request as idle. */
export const SILENT_IS_IDLE: boolean = MAJOR >= 26;
/** Node ≥ 24 destroys queued responses when their connection is lost. */
export const DESTROYS_WAITING: boolean = MAJOR >= 24;
export const HAS_KEEP_ALIVE_BUFFER: boolean = 'keepAliveTimeoutBuffer' in server;
/** Node ≥ 24 runs each pipelined request of a chunk in the context of the connection. */
export const SEPARATES_CONTEXTS: boolean = MAJOR >= 24;

/** Node's own listener for new connections, the same function for plain and secure servers. */
export const NODE_LISTENER: unknown = server.listeners('connection')[0];

/** Whether this Node has every private member that the lane needs. If one is missing, every server stays in Node's lane. */
export const SUPPORTED: boolean =
  typeof NODE_LISTENER === 'function' &&
  server._events?.connection === NODE_LISTENER &&
  missingMembers(FAST_LANE).length === 0 &&
  (WRITABLE_FINISHED === undefined) === (END_CALLBACKS === undefined);
