/** @module How long Node keeps an idle connection open. */

import type { NodeServer } from '@nextpress-internal/internals/node';
import { HAS_KEEP_ALIVE_BUFFER } from '../node/node-versions.ts';

/** Node's default for `keepAliveTimeoutBuffer`, in milliseconds. */
const KEEP_ALIVE_BUFFER = 1_000;

/** Returns milliseconds, or 0 if idle connections never expire. */
export function idleTimeout({ keepAliveTimeout, keepAliveTimeoutBuffer }: NodeServer): number {
  if (!(keepAliveTimeout > 0)) return 0;
  const isSet =
    HAS_KEEP_ALIVE_BUFFER && Number.isFinite(keepAliveTimeoutBuffer) && Number(keepAliveTimeoutBuffer) >= 0;
  return keepAliveTimeout + (isSet ? Number(keepAliveTimeoutBuffer) : KEEP_ALIVE_BUFFER);
}
