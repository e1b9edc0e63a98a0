// Loads of requests that are all answered.
import { setTimeout as wait } from 'node:timers/promises';
import { bodyOf } from '../pattern.mjs';
import { between, happens, pick } from './chance.mjs';
import { Connection } from './connection.mjs';
import { headOf } from './request-text.mjs';
import { sendInPieces } from './sending.mjs';

/** @typedef {import('./connection.mjs').World} World */

const kinds = [
  'sync',
  'sync',
  'sync',
  'text',
  'microtask',
  'tick',
  'immediate',
  'late',
  'chunked',
  'stream',
  'drain',
];

/** An ordinary request without a body, and its answer expected. @param {Connection} connection @param {string} [kind] @returns {string} */
export function ask(connection, kind = pick(kinds)) {
  const length = pick([0, 1, 16, 48, 100, 1_000, 5_000]);
  if (happens(0.05)) {
    const id = connection.expect('sync', { length, head: true });
    return headOf('HEAD', 'sync', id, { length });
  }
  if (happens(0.05)) return headOf('GET', 'empty', connection.expect('empty', { status: 204 }));
  return headOf('GET', kind, connection.expect(kind, { length }), { length });
}

/** An ordinary request with a body, and its answer expected. @param {Connection} connection @param {number} length @param {readonly string[]} [fields] */
export function post(connection, length, fields = []) {
  const kind = pick(['echo', 'echo', 'collect', 'pipe', 'refuse']);
  const id = connection.expect(kind, kind === 'refuse' ? { status: 413, length: 30 } : { length });
  const head = headOf(pick(['POST', 'PUT', 'PATCH']), kind, id, {
    length: kind === 'refuse' ? 30 : 0,
    fields: [`Content-Length: ${length}`, ...fields],
  });
  return head + bodyOf(id, length);
}

/** The same with a chunked body. @param {Connection} connection @param {number} length */
export function postInChunks(connection, length) {
  const kind = pick(['echo', 'collect', 'pipe', 'refuse']);
  const id = connection.expect(kind, kind === 'refuse' ? { status: 413, length: 30 } : { length });
  const body = bodyOf(id, length).toString();
  const cut = between(0, length);
  const chunks = [body.slice(0, cut), body.slice(cut)]
    .filter((chunk) => chunk !== '')
    .map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`);
  const fields = ['Transfer-Encoding: chunked'];
  return `${headOf('POST', kind, id, { length: kind === 'refuse' ? 30 : 0, fields })}${chunks.join('')}0\r\n\r\n`;
}

/** Hundreds of requests at once. @param {World} world */
export async function flood(world) {
  const connection = new Connection(world, 'flood');
  await connection.ready;
  for (let round = between(1, 4); round > 0 && !connection.closed; round--) {
    let text = '';
    for (let count = between(50, 600); count > 0; count--) {
      text += happens(0.03)
        ? post(connection, between(0, 3_000))
        : ask(connection, happens(0.7) ? 'sync' : undefined);
    }
    await sendInPieces(connection, text, pick([1, 2, 10, 100]));
    await connection.answered();
    if (connection.excused) break;
  }
  connection.leave();
}

/** One request after the other, as a browser or a proxy sends them. @param {World} world */
export async function keepAlive(world) {
  const connection = new Connection(world, 'keep-alive');
  await connection.ready;
  if (happens(0.5)) await sendInPieces(connection, informed(connection), 2);
  for (let count = between(10, 150); count > 0 && !connection.closed && !connection.excused; count--) {
    await connection.answered();
    const text = happens(0.25) ? post(connection, pick([0, 10, 1_000, 20_000])) : ask(connection);
    await sendInPieces(connection, text, happens(0.8) ? 1 : 4);
    if (happens(0.03)) await wait(between(1, 400));
  }
  await connection.answered();
  connection.leave();
}

/** Requests of which some aren't ordinary: the connection goes from lane to lane. @param {World} world */
export async function mixed(world) {
  const connection = new Connection(world, 'mixed');
  await connection.ready;
  for (let count = between(20, 80); count > 0 && !connection.closed && !connection.excused; count--) {
    await sendInPieces(connection, anything(connection), pick([1, 1, 1, 4]));
    await connection.answered();
    if (happens(0.05)) await wait(between(1, 50));
  }
  connection.leave();
}

/** Mostly an ordinary request, else what takes the connection out of the fast lane. @param {Connection} connection */
function anything(connection) {
  if (happens(0.7)) return ask(connection);
  return pick([
    () => postInChunks(connection, between(0, 9_000)),
    () => post(connection, 50, ['TE: trailers']),
    () => oddly(connection),
    () => ask(connection) + postInChunks(connection, 40) + ask(connection),
  ])();
}

/**
 * A request whose answer comes behind an informational one. Only the first of a connection: while a response waits for
 * the one before to be written, which over TLS may be after its client has read it, Node puts them behind its head.
 *
 * @param {Connection} connection
 */
function informed(connection) {
  if (happens(0.5)) return post(connection, 50, ['Expect: 100-continue']);
  return headOf('GET', 'hints', connection.expect('hints', { length: 30 }), { length: 30 });
}

/** Bodies large and small, in pieces. @param {World} world */
export async function bodies(world) {
  const connection = new Connection(world, 'bodies');
  await connection.ready;
  for (let count = between(2, 8); count > 0 && !connection.closed && !connection.excused; count--) {
    const text = Array.from({ length: between(1, 4) }, () =>
      post(connection, pick([0, 1, 100, 5_000, 70_000, 300_000])),
    );
    await sendInPieces(connection, text.join(''), 30);
    await connection.answered();
  }
  connection.leave();
}

/** The last request says that it is the last, one way or the other. @param {World} world */
export async function lastOne(world) {
  const connection = new Connection(world, 'last one');
  await connection.ready;
  let text = '';
  for (let count = between(0, 40); count > 0; count--) text += ask(connection);
  const id = connection.expect('sync', { length: 20 });
  const old = happens(0.3);
  text += headOf('GET', 'sync', id, {
    length: 20,
    version: old ? '1.0' : '1.1',
    fields: old ? [] : ['Connection: close'],
  });
  await sendInPieces(connection, text);
  await connection.end();
}

/** A request that llhttp takes and a strict recogniser doesn't. @param {Connection} connection */
function oddly(connection) {
  const id = connection.expect('sync', { length: 20 });
  const text = headOf('GET', 'sync', id, {
    length: 20,
    fields: [pick(['connection: Keep-Alive', 'TE: trailers', 'Host: other'])],
  });
  return pick([text, `\r\n${text}`, text.replace('GET ', 'GET  ')]);
}
