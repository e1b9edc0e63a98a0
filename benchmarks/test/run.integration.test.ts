import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import type { Result } from '../result.mjs';
import { descendantsOf } from '../runner/process-tree.mjs';

const fixture = fileURLToPath(new URL('fixtures/run.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'nextpress-bench-'));
afterAll(() => rmSync(folder, { recursive: true }));

const tiny = [
  '--scenario',
  'hello',
  '--server',
  'koa',
  '--rounds',
  '1',
  '--requests',
  '50',
  '--warm-up',
  '20',
];
const start = (...args: string[]) =>
  spawn(process.execPath, [fixture, ...tiny, '--connections', '4', ...args]);

async function runToEnd(...args: string[]) {
  const child = start(...args);
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, output, errors };
}

test('a run measures every server in every round and prints a table', { timeout: 60_000 }, async () => {
  const file = join(folder, 'result.json');
  const { code, output, errors } = await runToEnd('--out', file);
  expect(errors).toContain('hello, round 1 of 1');
  expect(code).toBe(0);
  expect(output).toMatch(/^\| node:http .*\| +1\.00 \(1\.00–1\.00\)/m);
  expect(output).toMatch(/^\| Koa 3\.\d+\.\d+ +\|/m);

  const result: Result = JSON.parse(readFileSync(file, 'utf8'));
  const [scenario] = result.scenarios;
  expect(scenario).toMatchObject({
    suite: 'hello',
    name: 'hello',
    load: { connections: 4, pipelining: 1, requests: 50, warmUp: 20 },
    baseline: 'node-http',
  });
  expect(scenario?.servers.map(({ name }) => name).sort()).toEqual(['koa', 'node-http']);
  for (const { rounds } of scenario?.servers ?? []) {
    expect(rounds).toHaveLength(1);
    const sample = rounds[0] || undefined;
    expect(sample?.requests).toBeGreaterThanOrEqual(50);
    for (const figure of ['rate', 'cpu', 'busy', 'rss', 'peakRss'] as const) {
      expect(sample?.[figure], figure).toBeGreaterThan(0);
    }
    expect(sample?.latency?.p50).toBeLessThanOrEqual(sample?.latency?.p99 ?? 0);
  }

  const again = await runToEnd('--out', file, '--continue');
  expect(again.code).toBe(0);
  expect(again.errors).not.toContain('round 1');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(result);
  expect(result.leftOut?.servers).toContain('polka');

  const longer = await runToEnd('--out', join(folder, 'longer.json'));
  expect(longer.code).toBe(0);
  expect((await runToEnd('--out', join(folder, 'longer.json'), '--continue', '--rounds', '2')).code).toBe(0);
  const rounds: Result = JSON.parse(readFileSync(join(folder, 'longer.json'), 'utf8'));
  expect(rounds.scenarios[0]?.servers.map((server) => server.rounds.length)).toEqual([2, 2]);

  // A server that comes later has rounds of its own, beside a baseline of the same minute.
  const more = await runToEnd('--out', file, '--continue', '--server', 'polka', '--scenario', 'params');
  expect(more.code).toBe(0);
  const both: Result = JSON.parse(readFileSync(file, 'utf8'));
  expect(both.leftOut?.servers).not.toContain('polka');
  expect(both.servers.map(({ name }) => name)).toEqual(['node-http', 'koa', 'polka']);
  const measured = both.scenarios.map(({ name, servers }) => [
    name,
    Object.fromEntries(servers.map((server) => [server.name, server.rounds.map(Boolean)])),
  ]);
  expect(Object.fromEntries(measured)).toEqual({
    hello: { 'node-http': [true, true], koa: [true, true], polka: [false, true] },
    params: { 'node-http': [true], koa: [true], polka: [true] },
  });
});

test('--json prints the result and nothing else', { timeout: 60_000 }, async () => {
  const { output } = await runToEnd('--json');
  expect(JSON.parse(output)).toMatchObject({ scenarios: [{ name: 'hello' }], absences: [] });
});

test.runIf(process.platform === 'linux')('Ctrl-C leaves no process behind', { timeout: 60_000 }, async () => {
  const child = start('--requests', '100000000');
  const ended = once(child, 'exit');
  let servers: number[] = [];
  while (servers.length === 0 && child.exitCode === null) {
    await setTimeout(20);
    servers = descendantsOf(child.pid ?? 0);
  }
  // Under load, if the machine is not very slow; it must not matter.
  await setTimeout(500);
  servers = [...new Set([...servers, ...descendantsOf(child.pid ?? 0)])];
  expect(servers).not.toEqual([]);
  child.kill('SIGINT');
  expect(await ended).toEqual([130, null]);
  while (servers.some(isRunning)) await setTimeout(20);
});

function isRunning(pid: number) {
  try {
    // A process that nobody has waited for yet is a zombie.
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
