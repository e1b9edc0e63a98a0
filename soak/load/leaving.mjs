// Loads whose client leaves before it has what it asked for, or never asks.
import { setTimeout as wait } from 'node:timers/promises';
import { bodyOf } from '../pattern.mjs';
import { between, happens, pick } from './chance.mjs';
import { Connection } from './connection.mjs';
import { ask } from './ordinary.mjs';
import { headOf } from './request-text.mjs';
import { sendInPieces } from './sending.mjs';

/** @typedef {import('./connection.mjs').World} World */

/** Milliseconds after which a silent connection must have been ended, on a busy machine too. */
const mostSilence = 20_000;
const nap = 200;

/** Leaves within a head, a body, or before the answers. @param {World} world */
export async function abort(world) {
  const connection = new Connection(world, 'abort');
  await connection.ready;
  // None that is never answered: behind it, a paused connection would not even see that its client has left.
  let text = askMany(connection, pick([0, 0, 1, 5, 200]), ['sync', 'late', 'immediate', 'stream']);
  text += pick([unfinishedHead, unfinishedBody, unfinishedChunk, unanswered])(connection);
  await sendInPieces(connection, text, 3);
  if (happens(0.5)) await wait(between(0, 30));
  if (happens(0.3)) connection.socket.end();
  connection.leave(!world.secure && happens(0.5) ? 'reset' : 'destroy');
  // There is nothing to wait for: it would be most of the load.
  await wait(between(0, 100));
}

/** Ends its side, and waits for what has been asked. @param {World} world */
export async function halfOpen(world) {
  const connection = new Connection(world, 'half-open');
  await connection.ready;
  let text = askMany(connection, between(0, 20), ['sync']);
  // Node ends its side as well, whatever is still to come.
  if (happens(0.5))
    text += headOf('GET', 'late', connection.expect('late', { length: 10, fate: 'any' }), { length: 10 });
  connection.socket.end(text);
  await connection.end();
}

/** Sends nothing, or nothing more, until the server ends it: an idle one after 4 s, one that owes a head after 6 s. @param {World} world */
export async function silent(world) {
  const connection = new Connection(world, 'silent');
  await connection.ready;
  const said = pick(['nothing', 'half a head', 'a request', 'a request']);
  if (said === 'a request') {
    connection.socket.write(ask(connection, 'sync'));
    await connection.answered();
  } else {
    connection.expect('silent', { status: 408, fate: 'any' });
    if (said === 'half a head') connection.socket.write('GET / HTTP/1.1\r\nHost: loc');
  }
  const began = Date.now();
  // A server that has been closed checks no time-outs any more.
  while (!connection.closed && !connection.excused && Date.now() - began < mostSilence) await wait(nap);
  if (!connection.closed && !connection.excused) {
    world.ledger.fault('missing', `silent: having said ${said}, not ended after ${mostSilence / 1_000} s`);
  }
  connection.leave();
}

/** Asks for what no handler answers: the connection is destroyed. @param {World} world */
export async function destroyed(world) {
  const connection = new Connection(world, 'destroyed');
  await answeredBefore(connection);
  const kind = pick(['destroy-req', 'destroy-res', 'destroy-socket', 'half']);
  connection.socket.write(headOf('GET', kind, connection.expect(kind, { fate: 'none' }), { length: 4_000 }));
  await connection.end();
}

/** Asks for what throws. @param {World} world */
export async function thrown(world) {
  const connection = new Connection(world, 'thrown');
  await answeredBefore(connection);
  const kind = pick(['throw', 'reject']);
  connection.socket.write(headOf('GET', kind, connection.expect(kind, { fate: 'none' })));
  await wait(between(0, 20));
  connection.leave();
}

/** Something that isn't HTTP. @param {World} world */
export async function malformed(world) {
  const connection = new Connection(world, 'malformed');
  await answeredBefore(connection);
  if (connection.excused) return connection.leave();
  connection.expect('malformed', { status: 400 });
  const junk = [
    'GET / HTTP/1.1\r\nHost : a\r\n\r\n',
    '\u0016\u0003\u0001',
    'GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n',
  ];
  connection.socket.write(pick([...junk, 'EHLO a\r\n']), 'latin1');
  return connection.end();
}

/** A few requests whose answers must be there before the connection goes down: Node lets the rest go with it. @param {Connection} connection */
async function answeredBefore(connection) {
  await connection.ready;
  connection.socket.write(askMany(connection, between(0, 30), ['sync']));
  await connection.answered();
}

/** @param {Connection} connection @param {number} count @param {readonly string[]} kinds */
function askMany(connection, count, kinds) {
  return Array.from({ length: count }, () => ask(connection, pick(kinds))).join('');
}

/** @param {Connection} connection */
function unfinishedHead(connection) {
  const text = ask(connection);
  return text.slice(0, between(1, text.length - 1));
}

/** @param {Connection} connection */
function unfinishedBody(connection) {
  const kind = pick(['echo', 'collect', 'pipe', 'refuse']);
  const id = connection.expect(kind, { status: kind === 'refuse' ? 413 : 200, fate: 'any' });
  const body = bodyOf(id, pick([0, 10, 5_000, 100_000])).toString();
  return headOf('POST', kind, id, { fields: [`Content-Length: ${body.length + 10}`] }) + body;
}

/** @param {Connection} connection */
function unfinishedChunk(connection) {
  const id = connection.expect('echo', { fate: 'any' });
  return `${headOf('POST', 'echo', id, { fields: ['Transfer-Encoding: chunked'] })}ff\r\nhalf`;
}

/** @param {Connection} connection */
function unanswered(connection) {
  const kind = pick(['never', 'late', 'stream', 'half', 'drain']);
  const length = pick([10, 5_000_000]);
  return headOf('GET', kind, connection.expect(kind, { length, fate: 'any' }), { length });
}
