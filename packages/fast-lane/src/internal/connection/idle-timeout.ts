/** @module How long Node lets a connection be idle. */

import { HAS_KEEP_ALIVE_BUFFER, type NodeServer } from '../node/node-internals.ts';

/** What Node adds to `keepAliveTimeout`, in milliseconds, where the server doesn't say. */
const KEEP_ALIVE_BUFFER = 1_000;

/** In milliseconds, or 0 for ever: what isn't a number never expires either. */
export function idleTimeout({ keepAliveTimeout, keepAliveTimeoutBuffer }: NodeServer): number {
  if (!(keepAliveTimeout > 0)) return 0;
  const isOwn =
    HAS_KEEP_ALIVE_BUFFER && Number.isFinite(keepAliveTimeoutBuffer) && Number(keepAliveTimeoutBuffer) >= 0;
  return keepAliveTimeout + (isOwn ? Number(keepAliveTimeoutBuffer) : KEEP_ALIVE_BUFFER);
}
