/**
 * What 200 clients cost that ask for 100 MB and read hardly anything of it: how much larger each server gets, in MB, five seconds
 * later. `slow-clients.mjs [server]` takes those whose names contain the word.
 */

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { load } from './load.mjs';
import { startAll } from './participant.mjs';

const CLIENTS = 200;
const MEGABYTE = 1_024 * 1_024;
const root = mkdtempSync(join(tmpdir(), 'static-bench-'));
// nginx asks for it as nobody.
chmodSync(root, 0o755);
writeFileSync(join(root, '1k.css'), 'x'.repeat(1_024));
writeFileSync(join(root, '100m.bin'), Buffer.alloc(100 * MEGABYTE, 'x'));
const participants = await startAll(root, process.argv[2]);
try {
  for (const { name, port, usage } of participants) {
    await load(port, 'GET /1k.css HTTP/1.1\r\nHost: localhost\r\n\r\n', 2_000, 10);
    const before = await usage();
    const sockets = await Promise.all(Array.from({ length: CLIENTS }, () => readOnce(port)));
    await wait(5_000);
    const { memory } = await usage();
    for (const socket of sockets) socket.destroy();
    const grown = (memory - before.memory) / MEGABYTE;
    console.log(`  ${name.padEnd(28)}${grown.toFixed(1).padStart(8)} MB`);
  }
} finally {
  for (const { stop } of participants) await stop();
  rmSync(root, { recursive: true });
}

/** @param {number} port @returns {Promise<import('node:net').Socket>} one that has read something and reads no more */
function readOnce(port) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('GET /100m.bin HTTP/1.1\r\nHost: localhost\r\n\r\n');
    });
    socket.on('error', reject).once('data', () => {
      socket.pause();
      resolve(socket);
    });
  });
}
