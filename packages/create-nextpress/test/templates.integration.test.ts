import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { createProject } from '../src/create-project.ts';
import type { Language, TestRunner } from '../src/project-options.ts';
import { TEMPLATES, type TemplateName } from '../src/template.ts';

// Each project is type-checked, tested and started.
vi.setConfig({ testTimeout: 120_000 });

// The development dependencies of this package are all that a project may need.
const folder = mkdtempSync(join(tmpdir(), 'nextpress-templates-'));
symlinkSync(join(import.meta.dirname, '..', 'node_modules'), join(folder, 'node_modules'), 'junction');
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

const run = promisify(execFile);

/** The environment of a shell, without the variables of this test runner. */
const ENVIRONMENT: NodeJS.ProcessEnv = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:VITEST|TEST$|NODE_ENV$|NODE_OPTIONS$)/.test(name)),
);

/** Runs the script of a project as npm does. */
async function runScript(project: string, script: string): Promise<void> {
  const env = ENVIRONMENT;
  await run('npm', ['run', '--silent', script], {
    cwd: project,
    env,
    shell: process.platform === 'win32',
  }).catch(({ stdout, stderr }) => {
    throw new Error(`${script} failed\n${stdout}\n${stderr}`);
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((closed) => server.close(closed));
  return port;
}

/** Starts a project by a script, and waits until it responds. */
async function start(project: string, script: string): Promise<{ origin: string; stop(): Promise<void> }> {
  const port = await freePort();
  const env = { ...ENVIRONMENT, PORT: String(port), ...(script === 'start' && { NODE_ENV: 'production' }) };
  const child: ChildProcess = spawn('npm', ['run', '--silent', script], {
    cwd: project,
    env,
    stdio: 'ignore',
    detached: true,
  });
  const origin = `http://localhost:${port}`;
  while (child.exitCode === null) {
    const isUp = await fetch(origin).then(
      () => true,
      () => false,
    );
    if (isUp) break;
    await new Promise((done) => setTimeout(done, 50));
  }
  return {
    origin,
    async stop() {
      const exited = child.exitCode === null ? once(child, 'exit') : undefined;
      // npm does not pass all signals on.
      process.kill(-(child.pid ?? 0), 'SIGTERM');
      await exited;
    },
  };
}

/** A request that shows that a template works. */
const SMOKE: Readonly<Record<TemplateName, (origin: string) => Promise<void>>> = {
  async minimal(origin) {
    expect(await (await fetch(`${origin}/hello/you`)).json()).toEqual({ hello: 'you' });
  },
  async api(origin) {
    const headers = { 'Content-Type': 'application/json' };
    const created = await fetch(`${origin}/todos`, { method: 'POST', headers, body: '{"title":"a"}' });
    expect(created.status).toBe(201);
    expect(await (await fetch(`${origin}/docs`)).text()).toContain('swagger-ui');
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  },
  async web(origin) {
    expect(await (await fetch(origin)).text()).toContain('<h1>Guest book</h1>');
    expect((await fetch(`${origin}/style.css`)).headers.get('content-type')).toContain('text/css');
  },
  async hono(origin) {
    expect(await (await fetch(`${origin}/hello/ada`)).text()).toBe('Hello ada');
    expect(await (await fetch(`${origin}/about`)).json()).toEqual({ name: expect.stringContaining('hono') });
  },
};

const runners: Readonly<Record<Language, TestRunner>> = { ts: 'vitest', js: 'node' };

describe.each(TEMPLATES)('the template $name', ({ name: template, hasTests }) => {
  test.each(['ts', 'js'] as const)('is checked, tested and served in %s', async (language) => {
    const project = join(folder, `${template}-${language}`);
    const tests = runners[language];
    const files = createProject({
      folder: project,
      template,
      language,
      packageManager: 'npm',
      tests,
      docker: true,
    });
    expect(files.length).toBeLessThanOrEqual(12);
    if (language === 'ts') await runScript(project, 'typecheck');
    if (hasTests) await runScript(project, 'test');
    for (const script of ['start', 'dev']) {
      const { origin, stop } = await start(project, script);
      try {
        await SMOKE[template](origin);
      } finally {
        await stop();
      }
    }
  });
});
