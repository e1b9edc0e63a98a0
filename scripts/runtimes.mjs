// `npm run test:runtimes`: serves an application with `toFetch` on Bun and Deno, and compares what a client gets with what it gets from the
// application on its own server in Node.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';
import { setUp } from './install.mjs';
import { root } from './root.mjs';
import { installRuntimes, runtimes } from './runtime-executables.mjs';
import { conclude, orExit, StepFailure, step } from './terminal.mjs';

const folder = join(root, 'tests/matrix/runtimes');
/** @type {[path: string, init?: RequestInit][]} */
const REQUESTS = [
  ['/hello?name=ada'],
  ['/hello', { method: 'HEAD' }],
  ['/hello', { method: 'OPTIONS' }],
  ['/users/a%20b'],
  ['/json', { method: 'POST', body: '{"a":[1]}', headers: { 'Content-Type': 'application/json' } }],
  ['/echo', { method: 'POST', body: '' }],
  ['/echo', { method: 'POST', body: 'grün' }],
  ['/echo', { method: 'POST', body: new Uint8Array(2_000_000).fill(7) }],
  ['/ignore', { method: 'POST', body: new Uint8Array(100_000) }],
  ['/cookies', { headers: { Cookie: 'c=3; d=4' } }],
  ['/file'],
  ['/file', { headers: { Range: 'bytes=3-20' } }],
  ['/download'],
  ['/redirect'],
  ['/empty'],
  ['/plain'],
  ['/large'],
  ['/slow'],
  ['/events'],
  ['/trailers'],
  ['/fail'],
  ['/fail-later'],
  ['/none'],
];

const all = runtimes();
if (all.length === 0) {
  console.log(`  skipped: npm has no Bun and Deno for ${process.platform} on ${process.arch}\n`);
  process.exit(0);
}
await setUp('test:runtimes');
orExit(await step('runtimes', installRuntimes));

const caches = mkdtempSync(join(tmpdir(), 'nextpress-runtimes-'));
const sum = { passed: 0, failed: 0 };
const expected = await serving(process.execPath, [], 'node', observe);
for (const { name, path, args } of all) {
  await step(name, async () => {
    const actual = await serving(path, args, name.toLowerCase(), observe);
    const different = Object.keys(expected).filter((key) => !isDeepStrictEqual(actual[key], expected[key]));
    sum.failed += different.length;
    sum.passed += Object.keys(expected).length - different.length;
    if (different.length === 0) return `${Object.keys(expected).length} responses as in Node`;
    const lines = different.map(
      (key) => `${key}\n  Node: ${shorten(expected[key])}\n  ${name}: ${shorten(actual[key])}`,
    );
    throw new StepFailure(`${different.length} differ`, lines.join('\n'));
  });
}
rmSync(caches, { recursive: true });

conclude('Runtimes', sum);

/** @param {unknown} value */
function shorten(value) {
  return JSON.stringify(value).slice(0, 1_000);
}

/**
 * Runs a program that prints its port, and ends it.
 *
 * @template Result
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} name
 * @param {(origin: string) => Promise<Result>} use
 */
async function serving(command, args, name, use) {
  const program = join(folder, `programs/serve-${name}.mjs`);
  const child = spawn(command, [...args, program], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DENO_DIR: caches, DENO_NO_UPDATE_CHECK: '1', DO_NOT_TRACK: '1' },
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    errors += chunk;
  });
  const ended = once(child, 'close').then(() => {
    throw new StepFailure(`${name} has ended`, errors);
  });
  ended.catch(() => {});
  try {
    const [port] = await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
    return await Promise.race([use(`http://127.0.0.1:${port}`), ended]);
  } finally {
    child.kill();
  }
}

/** @param {string} origin @returns {Promise<Record<string, unknown>>} */
async function observe(origin) {
  /** @type {Record<string, unknown>} */
  const seen = {};
  for (const [path, init] of REQUESTS) {
    const name = `${init?.method ?? 'GET'} ${path} ${JSON.stringify(init?.headers ?? '')} ${Object(init?.body).length}`;
    seen[name] = await responseTo(origin + path, init).catch(String);
  }
  seen['a client that leaves'] = await leave(origin).catch(String);
  return seen;
}

/** @param {string} url @param {RequestInit} [init] */
async function responseTo(url, init) {
  const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(20_000) });
  const headers = Object.fromEntries(response.headers);
  const ignored = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date', 'trailer'];
  for (const name of ignored) delete headers[name];
  const body = Buffer.from(await response.arrayBuffer()).toString('base64');
  return { status: response.status, headers, cookies: response.headers.getSetCookie(), body };
}

/** @param {string} origin */
async function leave(origin) {
  const controller = new AbortController();
  const { body } = await fetch(`${origin}/open`, { signal: controller.signal });
  await body?.getReader().read();
  controller.abort();
  return responseTo(`${origin}/closed`);
}
