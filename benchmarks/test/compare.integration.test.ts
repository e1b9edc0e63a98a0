import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { contendersOf, measureRound, tryOut } from '../compare/measure.mjs';
import { loadGenerator } from '../runner/load.mjs';
import { suite } from '../suites/hello/suite.mjs';

// Every test starts processes.
vi.setConfig({ testTimeout: 120_000 });

const cwd = fileURLToPath(new URL('..', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const hello = join(cwd, 'suites/hello/nextpress.mjs');

function firstScenario() {
  const [scenario] = suite.scenarios;
  if (scenario === undefined) throw new Error('the suite has no scenario');
  return scenario;
}

/** A folder as another commit might have left it. */
function base(packages: Record<string, { name: string; source: string }>) {
  const folder = mkdtempSync(join(tmpdir(), 'nextpress-base-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [room, { name, source }] of Object.entries(packages)) {
    mkdirSync(join(folder, 'packages', room), { recursive: true });
    const manifest = JSON.stringify({
      name,
      type: 'module',
      exports: { '.': './main.js', './more': './more.js' },
    });
    writeFileSync(join(folder, 'packages', room, 'package.json'), manifest);
    writeFileSync(join(folder, 'packages', room, 'main.js'), source);
    writeFileSync(join(folder, 'packages', room, 'more.js'), 'export const more = true;');
  }
  mkdirSync(join(folder, 'packages/left-behind'));
  return folder;
}

/** Runs a program of the head with the packages of a base. */
function run(folder: string, program: string) {
  const { base } = contendersOf(hello, folder);
  const args = [...(base.execArgv ?? []), '--no-warnings', '--input-type=module', '--eval', program];
  return spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
}

describe('with the packages of a base', () => {
  const umbrella = { name: 'nextpress', source: "export const createServer = 'the base';" };

  test('a package is the one of the base, wherever that has it', () => {
    const folder = base({ elsewhere: umbrella, core: { name: '@nextpress/core', source: 'export {};' } });
    const program = `
      import { createServer } from 'nextpress';
      import { more } from '@nextpress/core/more';
      import { createServer as ofNode } from 'node:http';
      console.log(createServer, more, typeof ofNode);`;
    expect(run(folder, program).stdout.trim()).toBe('the base true function');
  });

  test('a package that the base lacks is said, and not taken from the head', () => {
    const { status, stderr } = run(base({ nextpress: umbrella }), "import '@nextpress/fast-lane';");
    expect(status).toBe(1);
    expect(stderr).toContain('the base has no package @nextpress/fast-lane, which this server imports');
  });

  test('the other packages are those of the benchmarks', () => {
    const { stdout } = run(
      base({ nextpress: umbrella }),
      "import fastify from 'fastify'; console.log(typeof fastify);",
    );
    expect(stdout.trim()).toBe('function');
  });

  test('the way to it may hold spaces and signs', () => {
    const folder = join(base({ nextpress: umbrella }), '..', `nextpress base #${process.pid} &?%`);
    mkdirSync(join(folder, 'packages'), { recursive: true });
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const { stderr } = run(folder, "import 'nextpress';");
    expect(stderr).toContain('the base has no package nextpress');
  });
});

describe('a run', () => {
  const scenario = { ...firstScenario(), load: { connections: 5 } };
  const course = async () => ({
    seconds: 0.7,
    warmUp: 50,
    setting: {
      runtimes: { node: process.execPath },
      cores: undefined,
      generate: await loadGenerator('autocannon'),
    },
  });

  test('measures base, head, and head again', async () => {
    const round = await measureRound(contendersOf(hello, root), scenario, await course());
    expect(Object.keys(round).sort()).toEqual(['again', 'base', 'head']);
    for (const { cpu, rate } of Object.values(round)) {
      expect(cpu).toBeGreaterThan(0);
      expect(rate).toBeGreaterThan(0);
    }
  });

  test('a base that answers something else is refused', async () => {
    const source = `
      import { createServer as ofNode } from 'node:http';
      export const createServer = () => ({ get() {}, listen: (...args) => ofNode((req, res) => res.end('no')).listen(...args) });`;
    const { base: contender } = contendersOf(hello, base({ nextpress: { name: 'nextpress', source } }));
    await expect(tryOut(contender, scenario, await course())).rejects.toThrow('the answer to GET / is wrong');
  });
});
