// `node bench/servers.mjs`: forms of several sizes, read by servers.
import { gzipSync } from 'node:zlib';
import { compareServers } from '../../body/bench/compare-servers.mjs';
import { participants } from './participants.mjs';

/** Pairs as a browser sends them, about so many bytes. @param {number} size @param {(id: number) => string} pair */
function form(size, pair) {
  /** @type {string[]} */
  const pairs = [];
  for (let id = 1, length = 0; length < size; id++) {
    pairs.push(pair(id));
    length += pair(id).length + 1;
  }
  return { body: Buffer.from(pairs.join('&')), pairs: pairs.length };
}

/** @param {string} name @param {Buffer} body @param {number} count @param {string} fields @param {readonly string[]} [without] */
function row(name, body, count, fields = '', without = []) {
  const head = `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n${fields}Content-Length: ${body.length}\r\n\r\n`;
  return { name, request: Buffer.concat([Buffer.from(head), body]), answer: `{"count":${count}}`, without };
}

const flat = (/** @type {number} */ id) =>
  `field${id}=${id % 3 === 0 ? 'caf%C3%A9+au+lait%2C+' : 'a+value+of+some+length+'}${'x'.repeat(90)}`;
const nested = (/** @type {number} */ id) => `user%5B${id % 10}%5D%5Bname%5D=User+${id}`;

const sizes = /** @type {const} */ ([
  ['100 B', 1],
  ['1 kB', 900],
  ['16 kB', 15_900],
  ['100 kB', 99_000],
]);
const rows = sizes.map(([name, size]) => {
  const { body, pairs } = form(size, flat);
  return row(name, body, pairs);
});
const { body, pairs } = form(15_900, flat);
// They have it from plugins, or not at all.
const inflating = ['Fastify, with qs', 'Hono'];
rows.push(row('16 kB, gzip', gzipSync(body), pairs, 'Content-Encoding: gzip\r\n', inflating));
// By hand, and in Hono, `user[1][name]` is a name like others.
rows.push(row('1 kB, nested', form(900, nested).body, 1, '', ['node:http by hand', 'Hono']));

await compareServers(new URL('participants.mjs', import.meta.url), Object.keys(participants), rows);
