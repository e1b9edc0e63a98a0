/** @module The states of a connection and the transitions between them, as drawn in `docs/internals.md`. */

export type State =
  /** No request yet. */
  | 'fresh'
  /** Every response has finished. */
  | 'idle'
  /** At least one response is still to be sent. */
  | 'responding'
  /** Request handlers are running. */
  | 'dispatching'
  /** Node will handle the next bytes once earlier responses finish. */
  | 'draining'
  /** A handler or body reader threw in the middle of a message: further bytes are refused. */
  | 'failed'
  /** Node's parser reads the connection. */
  | 'inNode'
  /** An upgrade or CONNECT took over the socket. */
  | 'upgraded'
  | 'closed';

export type Event =
  /** An ordinary request was recognized. */
  | 'request'
  /** The handlers of all requests in a chunk have returned. */
  | 'chunkDone'
  /** The last response in the queue has finished. */
  | 'finished'
  /** Bytes arrived that only Node can read. */
  | 'hold'
  /** A handler or body reader threw. */
  | 'fail'
  /** Node's listener gets the socket. */
  | 'handOver'
  /** Node handed the socket to a listener for `upgrade` or `connect`. */
  | 'upgrade'
  /** The connection is idle in Node. */
  | 'takeBack'
  /** The socket closed, or was sent to another process. */
  | 'close';

/** The transitions of each event. In any other state the event has no effect. */
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
