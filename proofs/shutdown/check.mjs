/** @module The claims about the shutdown of one server. */

import { fileURLToPath } from 'node:url';
import { checkModel, mutateModel } from '../spin.mjs';

/** @type {import('../spin.mjs').Model} */
export const server = {
  file: fileURLToPath(new URL('server.pml', import.meta.url)),
  claims: [
    {
      name: 'closes',
      kind: 'ltl',
      says: 'close() settles: whatever clients and hooks do, and without a grace period if all responses end.',
      bugs: {
        STREAMS_STAY: 'event streams are not ended',
        NO_CHECK: 'a connection whose last response said keep-alive is not ended after it',
        CUTS_NO_WEB_SOCKET: 'the end of the grace period cuts no upgraded connection',
        WAITS_FOR_HOOKS: 'a hook that hangs is awaited without a limit',
      },
    },
    {
      name: 'notDropped',
      kind: 'always',
      says: 'Within the grace period no request is dropped that the server has read, or that had come before close() was called.',
      bugs: {
        CLOSES_AT_ONCE: 'close() does not wait two turns of the event loop before the port closes',
        ENDS_IDLE_AT_ONCE: 'idle connections end in the turn in which the port closes',
        CHECKS_EARLY: 'a response that finishes in that turn ends idle connections',
      },
    },
    {
      name: 'portReleased',
      kind: 'always',
      says: 'When close() settles the port is free, and no connection is open.',
      bugs: { PORT_STAYS: 'the server goes on listening' },
    },
    {
      name: 'hooksInOrder',
      kind: 'always',
      says: 'onClose hooks run after the last connection has ended, and after preClose hooks.',
      bugs: { WAITS_FOR_NO_CONNECTION: 'the connections are not awaited' },
    },
    {
      name: 'signals',
      kind: 'always',
      says: 'Only a second signal, half a second or more after the first, ends the process before close() settles.',
      bugs: { SAME_SIGNAL_EXITS: 'any second signal ends the process' },
    },
    {
      name: 'blocks',
      kind: 'blocks',
      says: 'Whatever happens, something can follow, until close() has settled.',
      bugs: { WAITS_FOR_HOOKS: 'a hook that hangs is awaited without a limit' },
    },
  ],
};

/** @returns {Promise<import('../spin.mjs').Result[]>} */
export async function checkShutdown() {
  return checkModel(server);
}

/** @returns {Promise<import('../spin.mjs').Mutation[]>} */
export async function mutateShutdown() {
  return mutateModel(server);
}
