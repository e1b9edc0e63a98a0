/**
 * @module For `node --import @nextpress/fast-lane/register`: adds the fast lane to every `node:http` and `node:https`
 * server that listens in this process, unless `NEXTPRESS_FAST_LANE` is `off`, `false` or `0`.
 */

import { subscribe } from 'node:diagnostics_channel';
import { OPTED_OUT } from '@nextpress-internal/internals/keys';
import type { NodeServer } from '@nextpress-internal/internals/node';
import { attach, findNodeListener } from './internal/connection/engage.ts';
import { servesClasses } from './internal/node/node-methods.ts';
import { SUPPORTED } from './internal/node/node-versions.ts';

/** Node publishes each `server.listen()` call here before it runs, so nothing needs patching. */
const LISTEN_CHANNEL = 'tracing:net.server.listen:asyncStart';

const isOff = /^(?:off|false|0)$/i.test(process.env.NEXTPRESS_FAST_LANE?.trim() ?? '');

if (SUPPORTED && !isOff) {
  subscribe(LISTEN_CHANNEL, (message) => {
    const { server } = message as { server: NodeServer };
    // A net.Server, an HTTP/2 server, and a server whose application replaced the listener don't have Node's listener.
    const isCandidate = findNodeListener(server) !== undefined && !(OPTED_OUT in server);
    if (isCandidate && servesClasses(server)) attach(server, false);
  });
}
