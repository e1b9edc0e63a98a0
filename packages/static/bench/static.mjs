/**
 * Files over real sockets. Each server runs in a process of its own; ten connections of this process ask it again as soon as it
 * has answered. Reported: requests per second, and the server's own CPU time per request, which doesn't depend on how
 * fast this process asks. sirv runs as it does in development, where it looks at the disk for each request as the others do.
 */

import { deepStrictEqual } from 'node:assert/strict';
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CONNECTIONS = 10;
const SECONDS = Number(process.env.SECONDS ?? 2);

/** @typedef {import('@nextpress/static').StaticMiddleware} Middleware */

/** @type {Record<string, (root: string) => Promise<Middleware>>} */
const makers = {
  '@nextpress/static': async (root) => (await import('@nextpress/static')).serveStatic(root),
  'serve-static': async (root) => (await import('serve-static')).default(root),
  sendFile: async (root) => {
    const { sendFile } = await import('@nextpress/static');
    return (req, res, next) => sendFile(req, res, String(req.url), { root }, (error) => error && next(error));
  },
  "Express's sendFile": async (root) => {
    const { request, response } = (await import('express')).default();
    return (req, res, next) => {
      // As Express does for each request, without its routing.
      Object.setPrototypeOf(req, request);
      Object.setPrototypeOf(res, response);
      /** @type {any} */ (res).sendFile(
        req.url,
        { root },
        (/** @type {unknown} */ error) => error && next(error),
      );
    };
  },
  sirv: async (root) => (await import('sirv')).default(root, { dev: true, etag: true }),
};

const [, , role = '', root = ''] = process.argv;
if (role === '') await compare();
else await serve(role, root);

/**
 * @param {string} name
 * @param {string} directory
 */
async function serve(name, directory) {
  const middleware = await makers[name]?.(directory);
  const server = createServer((req, res) => {
    middleware?.(req, res, () => res.writeHead(404).end());
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
  process.on('message', () => process.send?.(process.cpuUsage()));
}

async function compare() {
  const directory = mkdtempSync(join(tmpdir(), 'static-bench-'));
  writeFileSync(join(directory, '1k.css'), 'x'.repeat(1024));
  writeFileSync(join(directory, '50k.js'), 'x'.repeat(50 * 1024));
  writeFileSync(join(directory, '1m.bin'), Buffer.alloc(1024 * 1024, 'x'));
  try {
    for (const [row, path, conditional] of /** @type {[string, string, boolean][]} */ ([
      ['1 kB', '/1k.css', false],
      ['50 kB', '/50k.js', false],
      ['1 MB', '/1m.bin', false],
      ['304', '/1k.css', true],
      ['miss', '/none.css', false],
    ])) {
      console.log(`\n${row}`);
      /** @type {string[]} */
      const bodies = [];
      for (const name of Object.keys(makers)) bodies.push(await measure(name, directory, path, conditional));
      deepStrictEqual(new Set(bodies).size, 1, 'the servers answer alike');
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/**
 * @param {string} name
 * @param {string} directory
 * @param {string} path
 * @param {boolean} conditional
 */
async function measure(name, directory, path, conditional) {
  const child = fork(new URL(import.meta.url), [name, directory]);
  /** @param {string} [question] */
  const ask = (question) =>
    new Promise((resolve) => {
      child.once('message', resolve);
      if (question !== undefined) child.send(question);
    });
  const { port } = await ask();
  const first = await fetch(`http://127.0.0.1:${port}${path}`);
  const body = await first.text();
  const fields = conditional ? `If-None-Match: ${first.headers.get('etag')}\r\n` : '';
  const request = `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${fields}\r\n`;

  await load(port, request, 0.5);
  const before = await ask('usage');
  const answers = await load(port, request, SECONDS);
  const after = await ask('usage');
  child.kill();
  const cpu = (after.user + after.system - before.user - before.system) / answers.count;
  console.log(
    `  ${name.padEnd(18)} ${Math.round(answers.count / SECONDS)
      .toString()
      .padStart(6)} requests/s  ${cpu.toFixed(1).padStart(7)} µs CPU  (${answers.status})`,
  );
  return `${answers.status} ${answers.status === 200 ? body : ''}`;
}

/**
 * @param {number} port
 * @param {string} request
 * @param {number} seconds
 * @returns {Promise<{ count: number, status: number }>}
 */
function load(port, request, seconds) {
  let count = 0;
  let status = 0;
  const end = performance.now() + seconds * 1000;
  const connections = Array.from({ length: CONNECTIONS }, () => {
    const socket = connect(port, '127.0.0.1');
    return new Promise((resolve, reject) => {
      let missing = -1;
      socket.on('error', reject).on('close', resolve);
      socket.on('data', (chunk) => {
        if (missing === -1) {
          const head = chunk.toString('latin1', 0, Math.min(chunk.length, 1024));
          const length = /content-length: (\d+)/i.exec(head)?.[1] ?? '0';
          status = Number(head.slice(9, 12));
          // A 404 of these servers is chunked, and empty.
          const extra = /transfer-encoding: chunked/i.test(head) ? 5 : Number(length);
          missing = head.indexOf('\r\n\r\n') + 4 + (status === 304 ? 0 : extra);
        }
        missing -= chunk.length;
        if (missing > 0) return;
        missing = -1;
        count++;
        if (performance.now() < end) socket.write(request);
        else socket.destroy();
      });
      socket.write(request);
    });
  });
  return Promise.all(connections).then(() => ({ count, status }));
}
