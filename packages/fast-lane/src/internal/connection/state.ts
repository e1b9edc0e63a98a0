/** @module The states of a connection and the transitions between them, as drawn in `docs/internals.md`. */

export type State =
  /** No request has come yet. */
  | 'fresh'
  /** Every response has finished. */
  | 'idle'
  /** A response is still to be sent. */
  | 'responding'
  /** Request handlers are running. */
  | 'dispatching'
  /** The next bytes are for Node, and wait until earlier responses have finished. */
  | 'draining'
  /** User code has thrown in the middle of a message: further bytes are refused. */
  | 'failed'
  /** Node's parser reads the connection. */
  | 'inNode'
  /** An upgrade or CONNECT has taken the socket. */
  | 'upgraded'
  | 'closed';

export type Event =
  /** An ordinary request has been recognized. */
  | 'request'
  /** The handlers of all requests in a chunk have returned. */
  | 'chunkDone'
  /** The last response in the queue has finished. */
  | 'finished'
  /** Bytes have come that only Node can read. */
  | 'hold'
  /** A handler or a reader of a body has thrown. */
  | 'fail'
  /** Node's listener gets the socket. */
  | 'handOver'
  /** Node's parser has given the socket to a listener for `upgrade` or `connect`. */
  | 'upgrade'
  /** The connection is idle in Node's lane. */
  | 'takeBack'
  /** The socket has closed, or belongs to another process. */
  | 'close';

/** For each event, the states that it changes. In every other state it changes nothing. */
const TRANSITIONS: Readonly<Record<Event, Readonly<Partial<Record<State, State>>>>> = {
  request: { fresh: 'dispatching', idle: 'dispatching', responding: 'dispatching' },
  chunkDone: { dispatching: 'responding' },
  finished: { responding: 'idle' },
  hold: { responding: 'draining', dispatching: 'draining' },
  fail: { idle: 'failed', responding: 'failed', dispatching: 'failed', draining: 'failed' },
  handOver: {
    fresh: 'inNode',
    idle: 'inNode',
    responding: 'inNode',
    dispatching: 'inNode',
    draining: 'inNode',
    failed: 'inNode',
  },
  upgrade: { inNode: 'upgraded' },
  takeBack: { inNode: 'idle' },
  close: {
    fresh: 'closed',
    idle: 'closed',
    responding: 'closed',
    dispatching: 'closed',
    draining: 'closed',
    failed: 'closed',
    inNode: 'closed',
    upgraded: 'closed',
  },
};

export function nextState(state: State, event: Event): State {
  return TRANSITIONS[event][state] ?? state;
}
