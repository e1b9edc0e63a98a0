// Measures how long a server takes to close after the last byte of its last response: `node benchmarks/shutdown.mjs [rounds]`.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('shutdown-server.mjs', import.meta.url));
const SERVERS = ['nextpress', 'nextpress/express', 'express', 'fastify', 'hono'];
/** In milliseconds. */
const LIMIT = 90_000;
const rounds = Number(process.argv[2] ?? 5);

/** The clock of all processes, in nanoseconds. */
const now = () => process.hrtime.bigint();

/** Closes a server while its keep-alive client waits for a response; returns milliseconds. @param {string} name */
async function measure(name) {
  const child = fork(script, [name], { stdio: 'inherit' });
  const [{ port }] = await once(child, 'message');
  const client = connect(port, '127.0.0.1').setEncoding('latin1');
  client.on('error', () => {});
  let received = '';
  /** @type {Promise<bigint>} */
  const lastByte = new Promise((resolve) => {
    client.on('data', (text) => {
      received += text;
      if (received.endsWith('done')) resolve(now());
    });
  });
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n');
  setTimeout(() => child.send('close'), 100);
  const closed = once(child, 'message').then(([{ closedAt }]) => BigInt(closedAt));
  const start = await lastByte;
  const end = await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, LIMIT))]);
  client.destroy();
  child.kill('SIGKILL');
  return end === undefined ? Number.POSITIVE_INFINITY : Number(end - start) / 1e6;
}

for (const name of SERVERS) {
  /** @type {number[]} */
  const times = [];
  for (let round = 0; round < rounds; round++) times.push(await measure(name));
  const [median, longest] = [times.sort((a, b) => a - b)[rounds >> 1], times.at(-1)];
  console.log(`${name}: median ${median?.toFixed(1)} ms, longest ${longest?.toFixed(1)} ms`);
}
process.exit();
