// Clients that send bodies whole, cut, late or not to their end, and look at what they are answered.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { between, happens, pick } from '../load/chance.mjs';
import { anyRequest } from './requests.mjs';

/**
 * @typedef {object} Tally
 * @property {number} answered
 * @property {number} refused
 * @property {number} left Connections that a client left in the middle.
 * @property {number} late Bodies that came too late.
 * @property {string[]} faults
 */

/** Milliseconds without an answer after which it is missing. */
const patience = 30_000;

let lastId = 0;

/** Requests behind each other, each answered in its turn. @param {number} port @param {Tally} tally */
export async function whole(port, tally) {
  const connection = await open(port);
  for (let round = between(1, 20); round > 0 && !connection.socket.destroyed; round--) {
    const requests = Array.from({ length: pick([1, 1, 1, 3]) }, () => anyRequest(++lastId));
    await send(connection.socket, Buffer.concat(requests.map(({ bytes }) => bytes)));
    for (const request of requests) if (!(await expectAnswer(connection, request, tally))) return;
  }
  connection.socket.destroy();
}

/** Leaves in the middle of a request. @param {number} port @param {Tally} tally */
export async function leaving(port, tally) {
  const { socket } = await open(port);
  const { bytes } = anyRequest(++lastId);
  socket.write(bytes.subarray(0, between(1, bytes.length - 1)));
  await wait(between(0, 30));
  if (happens(0.5)) socket.destroy();
  else socket.resetAndDestroy();
  tally.left++;
}

/** Sends a byte now and then, until it is told that this is too slow. @param {number} port @param {Tally} tally */
export async function late(port, tally) {
  const connection = await open(port);
  const { socket } = connection;
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\n');
  const timer = setInterval(() => socket.write('x'), 100);
  const answer = await nextAnswer(connection);
  clearInterval(timer);
  // Who is too slow isn't waited for: a byte that crosses the answer resets the connection, and the answer may be lost.
  if (answer !== undefined) tally.refused++;
  if (answer !== undefined && answer.status !== 408)
    tally.faults.push(`${answer.status} came for a late body`);
  if (!socket.destroyed) await eventOr(socket, 'close', patience);
  if (!socket.destroyed) tally.faults.push('a connection whose body came too late is open');
  tally.late++;
}

/** @param {number} port */
async function open(port) {
  const socket = connect(port, '127.0.0.1');
  const connection = { socket, text: '' };
  socket.on('error', () => {});
  socket.setEncoding('latin1').on('data', (/** @type {string} */ text) => {
    connection.text += text;
    socket.emit('more');
  });
  socket.on('close', () => socket.emit('more'));
  await once(socket, 'connect').catch(() => {});
  return connection;
}

/** At once or in pieces. @param {import('node:net').Socket} socket @param {Buffer} bytes */
async function send(socket, bytes) {
  if (happens(0.6)) socket.write(bytes);
  else {
    const size = Math.ceil(bytes.length / between(2, 6));
    for (let sent = 0; sent < bytes.length; sent += size) {
      socket.write(bytes.subarray(sent, sent + size));
      await wait(between(0, 3));
    }
  }
}

/** @param {{ socket: import('node:net').Socket, text: string }} connection @param {{ status: number, id: number | undefined }} due @param {Tally} tally */
async function expectAnswer(connection, due, tally) {
  const answer = await nextAnswer(connection);
  if (answer === undefined) {
    tally.faults.push(
      `${due.status} of ${due.id} was due, and nothing came${connection.socket.destroyed ? ': the connection is closed' : ''}`,
    );
    connection.socket.destroy();
    return false;
  }
  if (answer.status !== due.status || answer.id !== due.id) {
    tally.faults.push(`${due.status} of ${due.id} was due, and ${JSON.stringify(answer)} came`);
  }
  tally[due.id === undefined ? 'refused' : 'answered']++;
  return true;
}

/** @param {{ socket: import('node:net').Socket, text: string }} connection @returns {Promise<{ status: number, id?: number } | undefined>} */
async function nextAnswer(connection) {
  const end = Date.now() + patience;
  for (;;) {
    const { text } = connection;
    const head = /^HTTP\/1\.1 (\d{3}) [\s\S]*?\r\n\r\n/.exec(text);
    const length = Number(/\r\ncontent-length: (\d+)\r\n/i.exec(head?.[0] ?? '')?.[1]);
    const size = (head?.[0].length ?? 0) + length;
    if (head !== null && text.length >= size) {
      connection.text = text.slice(size);
      return { status: Number(head[1]), ...JSON.parse(text.slice(head[0].length, size)), type: undefined };
    }
    if (connection.socket.destroyed || Date.now() > end) return undefined;
    await eventOr(connection.socket, 'more', 1_000);
  }
}

/**
 * Waits for an event, or for so long. A reset ends the wait: the connection is closed then.
 *
 * @param {import('node:net').Socket} socket
 * @param {string} event
 * @param {number} time in milliseconds
 */
async function eventOr(socket, event, time) {
  await Promise.race([once(socket, event).catch(() => {}), wait(time, undefined, { ref: false })]);
}
