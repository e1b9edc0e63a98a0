/** @module The claims about the shutdown of one server, and about a cluster whose workers die at any point. */

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
      says: 'Within the grace period no request is dropped that a handler has got, that had come before close() was called, or that is the first of its connection and comes in time.',
      bugs: {
        CLOSES_AT_ONCE: 'close() does not wait two turns of the event loop before the port closes',
        ENDS_IDLE_AT_ONCE: 'idle connections end in the turn in which the port closes',
        ENDS_SILENT_IN_TIMER:
          'a connection without a request ends when its time is over, whatever has arrived',
        CHECKS_EARLY: 'a response that finishes in that turn ends idle connections',
        DISPATCHES_BEHIND_LAST: 'a request behind the response that says close gets to its handler',
        ENDS_BEFORE_OTHERS:
          'a response with others behind it ends the connection, because the application says close',
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

/** @type {import('../spin.mjs').Model} */
export const cluster = {
  file: fileURLToPath(new URL('cluster.pml', import.meta.url)),
  claims: [
    {
      name: 'closes',
      kind: 'ltl',
      says: 'close() of a cluster resolves, whichever workers die.',
      bugs: { NO_KILL: 'a worker that starts is not killed when the cluster closes' },
    },
    {
      name: 'rightNumber',
      kind: 'always',
      says: 'When nothing is left to do, every slot has a worker that is ready, and no slot ever needs more than two processes.',
      bugs: {
        NOT_STARTED_AGAIN: 'a worker that has crashed is not started again',
        REPLACEMENT_FORGETS: 'a replacement that fails forgets that the present worker has crashed',
      },
    },
    {
      name: 'noneLeft',
      kind: 'always',
      says: 'A cluster that is closing starts no worker, so none is left when close() resolves.',
      bugs: { TIMERS_STAY: 'the timers of workers that wait for their start are not cleared' },
    },
    {
      name: 'takenOnce',
      kind: 'always',
      says: 'A connection is given to one worker, also when that worker dies.',
      bugs: {
        GIVES_BACK_AT_ONCE: 'the last messages of a worker are not read before its connections come back',
      },
    },
    {
      name: 'notDropped',
      kind: 'always',
      says: 'The primary closes a connection that it has accepted only when the cluster closes.',
      bugs: {
        LEAVE_CLOSES_PORT:
          'a worker that closes after it was replaced closes a port that no worker has joined yet',
      },
    },
    {
      name: 'notForgotten',
      kind: 'always',
      says: 'A connection that the primary has accepted is given to a worker, or closed.',
      bugs: { KEEPS_RECEIVERS: 'a port that has closed still sends connections to its workers' },
    },
    {
      name: 'portReleased',
      kind: 'always',
      says: 'When close() resolves the primary listens to no port.',
      bugs: { OPENS_WHILE_CLOSING: 'a worker that asks for a port while the cluster closes gets it' },
    },
    {
      name: 'blocks',
      kind: 'blocks',
      says: 'Whatever happens, something can follow, until close() has resolved.',
      bugs: { NO_KILL: 'a worker that starts is not killed when the cluster closes' },
    },
  ],
};

/** @returns {Promise<import('../spin.mjs').Result[]>} */
export async function checkShutdown() {
  return [...(await checkModel(server)), ...(await checkModel(cluster))];
}

/** @returns {Promise<import('../spin.mjs').Mutation[]>} */
export async function mutateShutdown() {
  return [...(await mutateModel(server)), ...(await mutateModel(cluster))];
}
