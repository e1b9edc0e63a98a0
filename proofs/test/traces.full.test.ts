import { fastLane } from '@nextpress/fast-lane';
import { beforeAll, expect, test } from 'vitest';
import { Connection } from '../../packages/fast-lane/src/internal/connection/connection.ts';
import { bytesMode } from '../../tests/fuzz/bytes/mode.mjs';
import { faultsOf, recordTraces, type Trace } from '../lane/traces.mjs';
import { readTable, type Table } from '../lane/transitions.mjs';

const seed = 41;
const cases = 2_000;
const atOnce = 50;

let table: Table;
let traces: Trace[];

/** The fuzzer's byte mode sends generated streams, and its handlers respond early, late, never, or throw. */
beforeAll(async () => {
  table = await readTable();
  const recorder = recordTraces(Connection.prototype);
  const mode = bytesMode((server) => fastLane(server));
  try {
    for (let first = 0; first < cases; first += atOnce) {
      const batch = Array.from({ length: atOnce }, (_, index) => mode.generate(seed, first + index));
      await Promise.all(batch.map((fuzzCase) => mode.glance(fuzzCase)));
    }
  } finally {
    mode.close();
    recorder.stop();
  }
  traces = recorder.traces();
}, 300_000);

test('every trace of a real connection is one of the table, and keeps the invariants of the model', () => {
  expect(traces.length).toBeGreaterThan(cases / 2);
  expect(traces.flatMap((trace) => faultsOf(trace, table))).toEqual([]);
});

test('the traces take every event of the table', () => {
  const events = new Set(traces.flatMap((trace) => trace.map(({ event }) => event)));
  expect([...events].sort()).toEqual([...table.events].sort());
});

test('a trace that leaves the table or breaks an invariant is found', () => {
  const facts = { isQueueEmpty: true, isHeldForNode: false, isHeldEmpty: true, isStopped: true };
  const step = (event: string, before: string, after: string) => ({ event, before, after, ...facts });
  const trace = [step('fail', 'idle', 'failed'), step('request', 'failed', 'dispatching')];
  expect(faultsOf(trace, table)).toEqual([
    'event 1, fail in idle: expected the state fresh',
    'event 2, request in failed: expected failed, got dispatching',
    'event 2, request in failed: not true that nothing is dispatched after a failure',
  ]);
});
