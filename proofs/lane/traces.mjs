/** @module Traces of real connections: their events, replayed against the table and against what the model claims about each event. */

/**
 * What there is to know of a connection: the fields of the lane's `Connection` that the invariants look at.
 *
 * @typedef {object} TracedConnection
 * @property {string} state
 * @property {{ isEmpty: boolean }} queue
 * @property {{ isForNode: boolean, isEmpty: boolean }} held
 * @property {{ stop: unknown }} bodies
 *
 * @typedef {object} Step
 * @property {string} event
 * @property {string} before
 * @property {string} after
 * @property {boolean} isQueueEmpty
 * @property {boolean} isHeldForNode
 * @property {boolean} isHeldEmpty
 * @property {boolean} isStopped
 *
 * @typedef {Step[]} Trace The events of one connection.
 */

/**
 * Records all connections from now on.
 *
 * @param {{ move(this: any, event: any): void }} prototype Of the lane's `Connection`
 * @returns {{ traces: () => Trace[], stop: () => void }}
 */
export function recordTraces(prototype) {
  const { move } = prototype;
  /** @type {Map<TracedConnection, Trace>} */
  const traces = new Map();
  /** @this {TracedConnection} @param {string} event */
  prototype.move = function (event) {
    const { held, queue, bodies, state: before } = this;
    move.call(this, event);
    const trace = traces.get(this) ?? [];
    traces.set(this, trace);
    trace.push({
      event,
      before,
      after: this.state,
      isQueueEmpty: queue.isEmpty,
      isHeldForNode: held.isForNode,
      isHeldEmpty: held.isEmpty,
      isStopped: bodies.stop !== undefined,
    });
  };
  return {
    traces: () => [...traces.values()],
    stop: () => {
      prototype.move = move;
    },
  };
}

/**
 * What each event says about the connection. The claims of `connection.pml` rest on these.
 *
 * @type {Readonly<Record<string, readonly [says: string, holds: (step: Step) => boolean][]>>}
 */
const INVARIANTS = {
  request: [
    ['nothing is dispatched after a failure', ({ before, isStopped }) => before !== 'failed' && !isStopped],
    [
      'nothing is dispatched while bytes are held',
      ({ before, isHeldEmpty }) => before !== 'draining' && isHeldEmpty,
    ],
    ['only the lane dispatches', ({ before }) => !['inNode', 'upgraded', 'closed'].includes(before)],
  ],
  hold: [
    ['what is held is for Node', ({ isHeldForNode }) => isHeldForNode],
    ['a response is pending', ({ isQueueEmpty }) => !isQueueEmpty],
  ],
  finished: [['no response is pending', ({ isQueueEmpty }) => isQueueEmpty]],
  fail: [['the parser has stopped', ({ isStopped }) => isStopped]],
  handOver: [['Node has every byte that was held', ({ isHeldEmpty }) => isHeldEmpty]],
  takeBack: [['no byte and no response is left', (step) => step.isHeldEmpty && step.isQueueEmpty]],
};

/**
 * Replays a trace. Returns what is wrong with it.
 *
 * @param {Trace} trace
 * @param {import('./transitions.mjs').Table} table
 * @returns {string[]}
 */
export function faultsOf(trace, { nextState }) {
  /** @type {string[]} */
  const faults = [];
  let state = 'fresh';
  for (const [index, step] of trace.entries()) {
    const { event, before, after } = step;
    const place = `event ${index + 1}, ${event} in ${before}`;
    if (before !== state) faults.push(`${place}: expected the state ${state}`);
    if (after !== nextState(before, event))
      faults.push(`${place}: expected ${nextState(before, event)}, got ${after}`);
    for (const [says, holds] of INVARIANTS[event] ?? [])
      if (!holds(step)) faults.push(`${place}: not true that ${says}`);
    state = after;
  }
  return faults;
}
