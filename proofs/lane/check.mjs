/** @module The claims about a connection of the fast lane. */

import { fileURLToPath } from 'node:url';
import { checkModel, mutateModel } from '../spin.mjs';
import { writeTransitions } from './transitions.mjs';

/** @type {import('../spin.mjs').Model} */
export const connection = {
  file: fileURLToPath(new URL('connection.pml', import.meta.url)),
  claims: [
    {
      name: 'inOrder',
      kind: 'always',
      says: 'Every byte is read by exactly one reader, in order: the lane, Node, or the listener of an upgrade.',
      bug: 'BUG_HELD_BYTES_LOST',
      omits: 'a chunk that comes while bytes are held for Node is not added to them',
    },
    {
      name: 'framing',
      kind: 'always',
      says: 'A reader looks for a head only where the message before it ends.',
      bug: 'BUG_TAKES_BACK_A_PART',
      omits: 'a connection is taken back from Node in the middle of a message',
    },
    {
      name: 'responseOrder',
      kind: 'always',
      says: 'Responses are sent in the order of their requests, whichever lane they come from.',
      bug: 'BUG_NOT_DEFERRED',
      omits: "Node's first response does not wait for those of the lane",
    },
    {
      name: 'responds',
      kind: 'ltl',
      says: 'A response that the application has ended is sent, or the connection is cut.',
      bug: 'BUG_FORGETS_A_RESPONSE',
      omits: 'a response that ended before its turn is not looked at again',
    },
    {
      name: 'notLost',
      kind: 'always',
      says: 'When nothing is left to do, no ended response is unsent on an open connection.',
      bug: 'BUG_FORGETS_A_RESPONSE',
      omits: 'a response that ended before its turn is not looked at again',
    },
    {
      name: 'afterFailed',
      kind: 'always',
      says: 'After a handler or a reader of a body has thrown, nothing is dispatched.',
      bug: 'BUG_READS_AFTER_FAILURE',
      omits: 'the bytes after a failure are read',
    },
    {
      name: 'notStuck',
      kind: 'always',
      says: 'While the client sends and every response comes, the lane keeps reading, and holds nothing but an incomplete head.',
      bug: 'BUG_STAYS_PAUSED',
      omits: 'the end of a request does not resume the socket',
    },
    {
      name: 'stateIsTrue',
      kind: 'always',
      says: 'Between two events the state says what is true: nothing is pending in idle, something is in responding, bytes are held in draining.',
      bug: 'BUG_CHUNK_NEVER_DONE',
      omits: 'the event chunkDone',
    },
    {
      name: 'closes',
      kind: 'ltl',
      says: 'The connection reaches closed: whatever the client does, unless it waits for a response that never comes.',
      bug: 'BUG_SILENT_STAYS',
      omits: 'the sweep does not hand over a connection on which no complete head comes',
    },
    {
      name: 'staysClosed',
      kind: 'ltl',
      says: 'A connection that has closed stays closed.',
      bug: 'BUG_TAKES_BACK_A_CLOSED_ONE',
      omits: 'an idle connection is taken back without a look at its socket and at the table',
    },
    {
      name: 'afterClosed',
      kind: 'always',
      says: 'Nothing is dispatched on a connection that has closed.',
      bug: 'BUG_CONTINUES_AFTER_CLOSE',
      omits: 'requests that were too early are dispatched without a look at the socket',
    },
    {
      name: 'blocks',
      kind: 'blocks',
      says: 'Whatever happens, something can follow, until the connection has closed.',
      bug: 'BUG_SILENT_STAYS',
      omits: 'the sweep does not hand over a connection on which no complete head comes',
    },
  ],
};

/** @returns {Promise<import('../spin.mjs').Result[]>} */
export async function checkLane() {
  await writeTransitions();
  return checkModel(connection);
}

/** @returns {Promise<import('../spin.mjs').Mutation[]>} */
export async function mutateLane() {
  await writeTransitions();
  return mutateModel(connection);
}
