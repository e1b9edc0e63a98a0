/**
 * Files over real sockets, as many connections ask again and again. Each server runs in a process of its own, and they are asked
 * by turns, in blocks: the least and the median of the server's own processor time per request are shown, which don't depend on
 * how fast this process asks. sirv with `dev` looks at the disk for each request, without it it reads the tree at start.
 *
 * `static.mjs [row] [server]` takes those whose names contain the words. BLOCKS says how often each is asked.
 */

import { strictEqual } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from './load.mjs';
import { startAll } from './participant.mjs';

const BLOCKS = Number(process.env.BLOCKS ?? 15);
const [, , row = '', server = ''] = process.argv;

/** @typedef {{ path: string, size: number, connections: number, fields?: string, isConditional?: boolean }} Row `size` is the number of requests in a block. */

/** @type {Record<string, Row>} */
const rows = {
  '1 kB': { path: '/1k.css', size: 300, connections: 10 },
  '50 kB': { path: '/50k.js', size: 200, connections: 10 },
  '1 MB': { path: '/1m.bin', size: 30, connections: 10 },
  '100 MB': { path: '/100m.bin', size: 2, connections: 2 },
  'not modified': { path: '/1k.css', size: 300, connections: 10, isConditional: true },
  range: { path: '/1m.bin', size: 300, connections: 10, fields: 'Range: bytes=1000-1999\r\n' },
  'no such file': { path: '/none.css', size: 300, connections: 10 },
};

const root = mkdtempSync(join(tmpdir(), 'static-bench-'));
// nginx asks for it as nobody.
chmodSync(root, 0o755);
writeFileSync(join(root, '1k.css'), 'x'.repeat(1_024));
writeFileSync(join(root, '50k.js'), 'x'.repeat(50 * 1_024));
writeFileSync(join(root, '1m.bin'), Buffer.alloc(1_024 * 1_024, 'x'));
writeFileSync(join(root, '100m.bin'), Buffer.alloc(100 * 1_024 * 1_024, 'x'));
const participants = await startAll(root, server);
try {
  for (const name of Object.keys(rows).filter((name) => name.includes(row))) {
    const found = rows[name];
    if (found !== undefined) await compare(name, found);
  }
} finally {
  for (const { stop } of participants) await stop();
  rmSync(root, { recursive: true });
}

/** @param {string} name @param {Row} row */
async function compare(name, { path, size, connections, fields = '', isConditional = false }) {
  console.log(`\n${name.padEnd(30)} least  median  µs of CPU per request`);
  const turns = [];
  let expected;
  for (const { name, port, usage } of participants) {
    const first = await fetch(`http://127.0.0.1:${port}${path}`);
    const digest = createHash('sha1').update(Buffer.from(await first.arrayBuffer()));
    const answer = `${first.status} ${first.status === 200 ? digest.digest('hex') : ''}`;
    expected ??= answer;
    strictEqual(answer, expected, `${name} answers like the others`);
    const condition = isConditional ? `If-None-Match: ${first.headers.get('etag')}\r\n` : '';
    const request = `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${fields}${condition}\r\n`;
    await load(port, request, size < 100 ? size : size * 5, connections);
    turns.push({ name, port, usage, request, status: 0, times: /** @type {number[]} */ ([]) });
  }
  for (let block = 0; block < BLOCKS; block++) {
    for (const turn of turns) {
      const before = await turn.usage();
      turn.status = await load(turn.port, turn.request, size, connections);
      turn.times.push(((await turn.usage()).cpu - before.cpu) / size);
    }
  }
  strictEqual(new Set(turns.map(({ status }) => status)).size, 1, 'the servers answer with one status');
  for (const { name, status, times } of turns) {
    times.sort((one, other) => one - other);
    const [least = 0, median = 0] = [times[0], times[times.length >> 1]];
    console.log(
      `  ${name.padEnd(28)}${least.toFixed(1).padStart(9)}${median.toFixed(1).padStart(9)}  (${status})`,
    );
  }
}
