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
      bugs: { HELD_BYTES_LOST: 'a chunk that comes while bytes are held for Node is not added to them' },
    },
    {
      name: 'framing',
      kind: 'always',
      says: 'A reader looks for a head only where the message before it ends.',
      bugs: { TAKES_BACK_A_PART: 'a connection is taken back from Node in the middle of a message' },
    },
    {
      name: 'responseOrder',
      kind: 'always',
      says: 'Responses are sent in the order of their requests, whichever lane they come from.',
      bugs: {
        NOT_DEFERRED: "Node's first response does not wait for those of the lane",
        OUT_OF_TURN: 'a response of the lane does not wait for its turn',
      },
    },
    {
      name: 'responds',
      kind: 'ltl',
      says: 'A response that the application has ended is sent, or the connection is cut.',
      bugs: { FORGETS_A_RESPONSE: 'a response that ended before its turn is not looked at again' },
    },
    {
      name: 'notLost',
      kind: 'always',
      says: 'When nothing is left to do, no ended response is unsent on an open connection.',
      bugs: { FORGETS_A_RESPONSE: 'a response that ended before its turn is not looked at again' },
    },
    {
      name: 'afterFailed',
      kind: 'always',
      says: 'After a handler or a reader of a body has thrown, nothing is dispatched.',
      bugs: { READS_AFTER_FAILURE: 'the bytes after a failure are read' },
    },
    {
      name: 'notStuck',
      kind: 'always',
      says: 'While the client sends and every response comes, the lane keeps reading, and holds nothing but an incomplete head.',
      bugs: {
        STAYS_PAUSED: 'the end of a request does not resume the socket',
        NEVER_CONTINUES: 'requests that were too early are not dispatched when responses have been sent',
        NEVER_LEAVES: 'bytes for Node stay in the lane when the last response has finished',
      },
    },
    {
      name: 'stateIsTrue',
      kind: 'always',
      says: 'Between two events the state says what is true: nothing is pending in idle, something is in responding, bytes are held in draining.',
      bugs: { CHUNK_NEVER_DONE: 'the event chunkDone' },
    },
    {
      name: 'closes',
      kind: 'ltl',
      says: 'The connection reaches closed: whatever the client does, unless it waits for a response that never comes.',
      bugs: { SILENT_STAYS: 'the sweep does not hand over a connection on which no complete head comes' },
    },
    {
      name: 'staysClosed',
      kind: 'ltl',
      says: 'A connection that has closed stays closed.',
      bugs: {
        TAKES_BACK_A_CLOSED_ONE:
          'an idle connection is taken back without a look at its socket and at the table',
      },
    },
    {
      name: 'afterClosed',
      kind: 'always',
      says: 'Nothing is dispatched on a connection that has closed.',
      bugs: {
        CONTINUES_AFTER_CLOSE: 'requests that were too early are dispatched without a look at the socket',
      },
    },
    {
      name: 'blocks',
      kind: 'blocks',
      says: 'Whatever happens, something can follow, until the connection has closed.',
      bugs: { SILENT_STAYS: 'the sweep does not hand over a connection on which no complete head comes' },
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
