import { expect, test } from 'vitest';
import { type Event, nextState, type State } from '../../../src/internal/connection/state.ts';

const after = (...events: Event[]): State => events.reduce<State>(nextState, 'fresh');

test.each<[State, Event[]]>([
  ['fresh', []],
  ['dispatching', ['request']],
  ['dispatching', ['request', 'request']],
  ['responding', ['request', 'chunkDone']],
  ['idle', ['request', 'chunkDone', 'finished']],
  ['draining', ['request', 'chunkDone', 'hold']],
  ['draining', ['request', 'hold', 'chunkDone', 'finished']],
  ['inNode', ['handOver']],
  ['inNode', ['request', 'hold', 'chunkDone', 'finished', 'handOver', 'finished']],
  ['idle', ['handOver', 'takeBack']],
  ['upgraded', ['handOver', 'upgrade', 'finished']],
  ['failed', ['request', 'fail', 'chunkDone', 'finished']],
  ['closed', ['request', 'close', 'chunkDone', 'finished', 'takeBack']],
])('a connection is %s after the events %j', (state, events) => {
  expect(after(...events)).toBe(state);
});

test('a connection in Node keeps its state when a request is dispatched, held or fails', () => {
  for (const event of ['request', 'hold', 'fail', 'chunkDone'] as const) {
    expect(nextState('inNode', event)).toBe('inNode');
    expect(nextState('upgraded', event)).toBe('upgraded');
  }
});
