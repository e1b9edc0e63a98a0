import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Result, Sample } from '../result.mjs';
import { addAblation, resumeResult, saveResult, textOf } from '../result-file.mjs';

const folder = mkdtempSync(join(tmpdir(), 'nextpress-bench-'));
afterAll(() => rmSync(folder, { recursive: true }));

const sample: Sample = {
  requests: 10,
  rate: 5,
  cpu: 1,
  busy: 1,
  generatorBusy: 1,
  latency: { p50: 1, p95: 2, p99: 3, max: 4, mean: 1.5 },
  rss: 1,
  peakRss: 1,
};

const result: Result = {
  machine: { processor: 'a', cores: 2, memory: 1, platform: 'linux x64', load: 0, pinned: true },
  node: '20.20.2',
  date: '2026-11-21T20:00:00.000Z',
  commit: 'abc',
  options: { rounds: 2, fixedRounds: 1, seconds: 1, whole: true },
  generator: { name: 'autocannon', version: '9.0.0' },
  servers: [{ name: 'node-http', title: 'node:http', version: '20.20.2', runtime: 'Node 20.20.2' }],
  scenarios: [
    {
      suite: 'hello',
      name: 'hello',
      title: 'hello JSON',
      source: 'nowhere',
      load: { connections: 1, pipelining: 1, requests: 10, warmUp: 10 },
      baseline: 'node-http',
      servers: [{ name: 'node-http', rounds: [sample, null] }],
    },
  ],
  absences: [],
};

test('a result is written with a line for each sample and read as it was', () => {
  const file = join(folder, 'deep', 'result.json');
  saveResult(file, result);
  expect(readdirSync(join(folder, 'deep'))).toEqual(['result.json']);
  const text = readFileSync(file, 'utf8');
  expect(JSON.parse(text)).toEqual(result);
  expect(text.split('\n').filter((line) => line.includes('"p50"'))).toEqual([
    expect.stringMatching(/^ +\{ "requests": 10, .*"mean": 1.5 \}, "rss": 1, "peakRss": 1 \},$/),
  ]);
  expect(resumeResult(file, result)).toEqual(result);
});

test('an ablation goes beside what was measured on the same machine and Node, and nowhere else', () => {
  const file = join(folder, 'ablated.json');
  saveResult(file, result);
  addAblation(file, [], result);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ ...result, ablation: [] });
  const other = { ...result, node: '20.20.3' };
  expect(() => addAblation(file, [], other)).toThrow(
    'Node 20.20.2, and this ablation on a, 2 cores, Node 20.20.3',
  );
  expect(() => addAblation(file, [], { ...result, machine: { ...result.machine, processor: 'b' } })).toThrow(
    'and this ablation on b',
  );
});

test('a result that was begun in another way is not continued', () => {
  const file = join(folder, 'result.json');
  saveResult(file, result);
  expect(() => resumeResult(file, { ...result, node: '24.21.0' })).toThrow('was begun with another node');
  const machine = { ...result.machine, processor: 'b' };
  expect(() => resumeResult(file, { ...result, machine })).toThrow('was begun with another machine');
  expect(resumeResult(file, { ...result, machine: { ...result.machine, load: 3 } })).toEqual(result);
  expect(() => resumeResult(join(folder, 'none.json'), result)).toThrow('none.json to continue');
});

test('a result is continued with other servers, which must be what they were', () => {
  const file = join(folder, 'result.json');
  saveResult(file, result);
  const koa = { name: 'koa', title: 'Koa', version: '3.0.0', runtime: 'Node 20.20.2' };
  const { scenarios, servers } = resumeResult(file, { ...result, servers: [koa], scenarios: [] });
  expect(scenarios).toEqual(result.scenarios);
  expect(servers.map(({ name }) => name)).toEqual(['node-http', 'koa']);
  const [bare] = result.servers;
  const newer = result.servers.map((server) => ({ ...server, version: '20.21.0' }));
  expect(bare?.version).toBe('20.20.2');
  expect(() => resumeResult(file, { ...result, servers: newer })).toThrow('with another node-http');
});

test('the text ends with a line feed', () => {
  expect(textOf(result).endsWith('}\n')).toBe(true);
});
