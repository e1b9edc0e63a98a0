// `node bench/servers.mjs`: JSON bodies of several sizes, read by servers.
import { gzipSync } from 'node:zlib';
import { compareServers } from '../../body/bench/compare-servers.mjs';
import { participants } from './participants.mjs';
import { users } from './users.mjs';

/** @param {string} name @param {Buffer} body @param {number} count @param {string} fields @param {readonly string[]} [without] */
function row(name, body, count, fields = '', without = []) {
  const head = `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${fields}Content-Length: ${body.length}\r\n\r\n`;
  return { name, request: Buffer.concat([Buffer.from(head), body]), answer: `{"count":${count}}`, without };
}

const sizes = /** @type {const} */ ([
  ['100 B', 1],
  ['1 kB', 1_000],
  ['16 kB', 16_000],
  ['100 kB', 99_000],
]);
const plain = sizes.map(([name, size]) => row(name, users(size), JSON.parse(users(size).toString()).length));
const zipped = [1_000, 16_000].map((size) =>
  row(
    `${size / 1_000} kB, gzip`,
    gzipSync(users(size)),
    JSON.parse(users(size).toString()).length,
    'Content-Encoding: gzip\r\n',
    // They have it from plugins, or not at all.
    ['Fastify', 'Hono'],
  ),
);
await compareServers(new URL('participants.mjs', import.meta.url), Object.keys(participants), [
  ...plain,
  ...zipped,
]);
