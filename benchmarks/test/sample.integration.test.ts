import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { loadGenerator } from '../runner/load.mjs';
import { descendantsOf } from '../runner/process-tree.mjs';
import { takeSample } from '../runner/sample.mjs';
import { Unavailable } from '../runner/unavailable.mjs';
import type { Measure } from '../suite.mjs';

vi.setConfig({ testTimeout: 60_000 });

const path = fileURLToPath(new URL('fixtures/troubled-server.mjs', import.meta.url));
const setting = {
  runtimes: { node: process.execPath },
  cores: undefined,
  generate: await loadGenerator('autocannon'),
};
const load = {
  connections: 2,
  pipelining: 1,
  warmUp: 10,
  leastWarmUp: 0,
  longestWarmUp: 4,
  seconds: 1,
  requests: 100,
};

const sampleOf = (name: string, measures: Measure[] = [], times = {}) => {
  const answer = { status: 200, body: 'ok' };
  const scenario = { name, title: name, requests: [{ method: 'GET', path: '/' }], answer, measures };
  return takeSample({ name: 'troubled', runtime: 'node', path }, scenario, { ...load, ...times }, setting);
};

test('a sample has what its scenario asks for', async () => {
  const plain = await sampleOf('fine');
  expect(Object.keys(plain)).toEqual([
    'requests',
    'warmedUp',
    'rate',
    'cpu',
    'busy',
    'generatorBusy',
    'latency',
    'rss',
    'peakRss',
    'heap',
  ]);
  const whole = await sampleOf('fine', ['memory', 'elu', 'gc', 'cold-start']);
  expect(whole.idle?.heap).toBeGreaterThan(0);
  expect(whole.elu).toBeGreaterThan(0);
  expect(whole.elu).toBeLessThanOrEqual(1);
  expect(whole.gc?.count).toBeGreaterThanOrEqual(0);
  expect(whole.coldStart).toBeGreaterThan(0);
});

test('a slow warm-up is cut off, and a sample says how many requests it had', async () => {
  const { warmedUp } = await sampleOf('fine', [], { warmUp: 1e9, longestWarmUp: 0.3 });
  expect(warmedUp).toBeGreaterThan(10);
});

test('a warm-up takes its least time, however many requests that are', async () => {
  const started = performance.now();
  const { warmedUp } = await sampleOf('fine', [], { leastWarmUp: 0.5 });
  expect(performance.now() - started).toBeGreaterThan(500);
  expect(warmedUp).toBeGreaterThan(10);
});

test('a connection without an answer when the warm-up ends fails the sample', async () => {
  await expect(sampleOf('starves', [], { longestWarmUp: 0.5 })).rejects.toThrow(
    'of 2 connections had no answer',
  );
});

test('a wrong answer is not timed', async () => {
  await expect(sampleOf('wrong')).rejects.toThrow('status is 500 and not 200');
});

test('a wrong answer under load fails the sample', async () => {
  await expect(sampleOf('tires')).rejects.toThrow('an answer under load had the status 500');
});

test('a server that dies under load fails the sample', async () => {
  await expect(sampleOf('dies')).rejects.toThrow();
});

test('a server that closes connections under load fails the sample', async () => {
  await expect(sampleOf('closes')).rejects.toThrow('closed a connection under load');
});

test('a server that does not start says why', async () => {
  await expect(sampleOf('throws')).rejects.toThrow(
    /troubled, throws: ended with code 1\n[\s\S]*nothing works/,
  );
});

test('a server that this machine cannot run says why', async () => {
  await expect(sampleOf('unavailable')).rejects.toThrow(new Unavailable('there is no moon tonight'));
});

test.runIf(process.platform === 'linux')("a server's children are counted, and end with it", async () => {
  const sample = sampleOf('child');
  let pids: number[] = [];
  // The server and its child.
  while (pids.length < 2) {
    await setTimeout(5);
    pids = descendantsOf(process.pid);
  }
  const { rss } = await sample;
  expect(rss).toBeGreaterThan(1.2 * (await sampleOf('fine')).rss);
  while (pids.some((pid) => commandOf(pid).includes('for (;;)'))) await setTimeout(5);
});

function commandOf(pid: number) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
