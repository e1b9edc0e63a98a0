import { expect, test } from 'vitest';
import { check } from '../checks.mjs';
import { Ledger } from '../load/ledger.mjs';
import type { Facts } from '../server.mjs';

const rest: Facts = {
  heap: 10_000_000,
  rss: 100_000_000,
  dispatched: 10,
  watched: 5,
  dropped: 0,
  abandoned: 0,
  open: 0,
  underWay: [],
  connections: 0,
  servers: 0,
  thrown: 0,
  faults: [],
  stats: [{ fast: 9, node: 1, takenBack: 1, handedOver: {} }],
  resources: [],
};

function failed(last: Partial<Facts>, code: number | null = 0, spoil = (_: Ledger) => {}): string[] {
  const ledger = new Ledger(['flood', 'mixed']);
  ledger.ran('flood');
  ledger.ran('mixed');
  spoil(ledger);
  const options = {
    subject: 'lane' as const,
    seconds: 10,
    lane: 'fast' as const,
    tls: false,
    node: undefined,
  };
  const checks = check({ base: rest, last: { ...rest, ...last }, ledger, code, options });
  return checks.filter(({ passed }) => !passed).map(({ name }) => name);
}

test('all is well at rest', () => {
  expect(failed({})).toEqual([]);
});

test.each<[Partial<Facts>, string]>([
  [{ heap: 14_000_000 }, 'the heap is back to its base'],
  [{ rss: 251_000_000 }, 'so is the memory of the process'],
  [{ open: 1 }, 'no request is under way'],
  [{ connections: 1 }, 'no connection is left'],
  [{ servers: 1 }, 'every server has closed'],
  [{ resources: ['Timeout'] }, 'no handle or timer is left'],
  [{ faults: ['warning: x'] }, 'no error but those thrown on purpose, no warning, each event once'],
  [
    { stats: [{ fast: 0, node: 9, takenBack: 0, handedOver: {} }] },
    'the fast lane served, and took connections back',
  ],
])('%j fails', (last, name) => {
  expect(failed(last)).toEqual([name]);
});

test('a process that has to be killed fails', () => {
  expect(failed({}, null)).toEqual(['the process ended by itself']);
});

test('a kind of load of which none has come to its end fails', () => {
  expect(failed({}, 0, (ledger) => Object.assign(ledger, new Ledger(['flood'])))).toEqual([
    'every kind of load was run',
  ]);
});

test('every kind of fault fails a check of its own', () => {
  for (const kind of ['order', 'missing', 'unasked', 'other'] as const) {
    expect(failed({}, 0, (ledger) => ledger.fault(kind, 'x'))).toHaveLength(1);
  }
});
