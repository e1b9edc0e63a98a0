import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { freePort } from '../../../scripts/free-port.mjs';
import { npmCommand } from '../../../scripts/npm-command.mjs';
import type { TemplateName } from '../src/template.ts';

/** How long a project may take to respond (ms). */
const START_TIMEOUT = 60_000;

const run = promisify(execFile);

/** The environment of a shell, without the variables of this test runner. */
const ENVIRONMENT: NodeJS.ProcessEnv = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:VITEST|TEST$|NODE_ENV$|NODE_OPTIONS$)/.test(name)),
);

/** Runs npm in a project's folder. */
export async function npm(project: string, ...words: string[]): Promise<void> {
  const { command, args } = npmCommand('npm');
  await run(command, [...args, ...words], { cwd: project, env: ENVIRONMENT }).catch(({ stdout, stderr }) => {
    throw new Error(`npm ${words.join(' ')} failed in ${project}\n${stdout}\n${stderr}`);
  });
}

/**
 * Runs the command of a script, without npm or a shell around it, while `use` sends requests. Afterwards it must exit by itself,
 * unless `use` fails, whose error is then thrown.
 */
export async function whileRunning(
  project: string,
  script: 'start' | 'dev',
  use: (origin: string) => Promise<void>,
): Promise<void> {
  const port = await freePort();
  const env = { ...ENVIRONMENT, PORT: String(port), ...(script === 'start' && { NODE_ENV: 'production' }) };
  const child = spawn(process.execPath, commandOf(project, script), { cwd: project, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const origin = `http://localhost:${port}`;
  const deadline = Date.now() + START_TIMEOUT;
  while (!(await responds(origin))) {
    const problem = hasEnded(child) ? `ended with ${child.exitCode ?? child.signalCode}` : 'does not respond';
    if (hasEnded(child) || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`npm run ${script} ${problem} in ${project}\n${output}`);
    }
    await setTimeout(50);
  }
  const exited = hasEnded(child) ? undefined : once(child, 'exit');
  try {
    await use(origin);
  } catch (error) {
    child.kill('SIGKILL');
    await exited;
    throw error;
  }
  child.kill('SIGTERM');
  await exited;
  // Windows has no signals that a process can handle.
  if (process.platform !== 'win32') expect([script, child.exitCode, output]).toEqual([script, 0, output]);
}

/** The Node arguments of a script: those of `node`, or the file of another command. */
function commandOf(project: string, script: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  const [command, ...args] = scripts[script].split(' ');
  if (command === 'node') return args;
  const manifest = createRequire(join(project, 'package.json')).resolve(`${command}/package.json`);
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  return [join(dirname(manifest), bin[command]), ...args];
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

function responds(origin: string): Promise<boolean> {
  return fetch(origin).then(
    () => true,
    () => false,
  );
}

/** Requests that show that a template works. */
export const SMOKE: Readonly<Record<TemplateName, (origin: string) => Promise<void>>> = {
  async minimal(origin) {
    expect(await (await fetch(`${origin}/hello/you`)).json()).toEqual({ hello: 'you' });
  },
  async api(origin) {
    expect((await post(`${origin}/todos`, { title: 'a' })).status).toBe(201);
    expect(await (await fetch(`${origin}/docs`)).text()).toContain('swagger-ui');
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  },
  async web(origin) {
    expect(await (await fetch(origin)).text()).toContain('<h1>Guest book</h1>');
    expect((await fetch(`${origin}/style.css`)).headers.get('content-type')).toContain('text/css');
  },
  async fullstack(origin) {
    expect((await post(`${origin}/api/tasks`, { title: 'a' })).status).toBe(201);
    const page = await fetch(`${origin}/any/page`, { headers: { accept: 'text/html' } });
    const html = await page.text();
    expect(html).toContain('<title>Tasks</title>');
    // In development a source file, otherwise a file with a content hash.
    const [, script] = / src="([^"]*main\.[jt]s|[^"]*\/assets\/[^"]+\.js)"/.exec(html) ?? [];
    const { headers } = await fetch(`${origin}${script}`);
    expect(headers.get('content-type')).toContain('text/javascript');
    const isBuilt = script?.startsWith('/assets/') === true;
    expect(headers.get('cache-control')?.includes('immutable') === true).toBe(isBuilt);
    expect((await fetch(`${origin}/api/missing`, { headers: { accept: 'text/html' } })).status).toBe(404);
  },
  async hono(origin) {
    expect(await (await fetch(`${origin}/hello/ada`)).text()).toBe('Hello ada');
    expect(await (await fetch(`${origin}/about`)).json()).toEqual({ name: expect.any(String) });
  },
};

function post(url: string, value: object): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' };
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(value) });
}
