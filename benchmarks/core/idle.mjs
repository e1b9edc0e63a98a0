/** @module Opens connections that wait after their first exchange, as raw bytes, so that the client needs little memory. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** @typedef {{ first: string | Buffer, second?: Buffer }} Opening What a client sends, first and after the first bytes from the server. */

/** @param {string} [lines] */
const get = (lines = '') => `GET / HTTP/1.1\r\nHost: localhost\r\n${lines}\r\n`;

/** @param {number} type @param {number} flags @param {number} stream @param {readonly number[]} [payload] */
const frame = (type, flags, stream, payload = []) =>
  Buffer.from([0, 0, payload.length, type, flags, 0, 0, 0, stream, ...payload]);

const SETTINGS = 4;
const HEADERS = 1;
const ACK = 1;
const END_STREAM_AND_HEADERS = 5;
/** `:method: GET`, `:scheme: http`, `:path: /` and `:authority: localhost` in HPACK. */
const HEAD = [0x82, 0x86, 0x84, 0x41, 9, ...Buffer.from('localhost')];

const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';
/** `SETTINGS_INITIAL_WINDOW_SIZE`: 0. */
const NO_WINDOW = [0, 4, 0, 0, 0, 0];
/** How many streams `OPENINGS.streams` opens on a connection. */
export const STREAMS = 100;

/** @param {number} index */
const request = (index) => frame(HEADERS, END_STREAM_AND_HEADERS, 2 * index + 1, HEAD);

/** @type {Record<'http' | 'websocket' | 'http2' | 'streams' | 'events', Opening>} */
export const OPENINGS = {
  http: { first: get() },
  events: { first: get('Accept: text/event-stream\r\n') },
  websocket: {
    first: get(
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n',
    ),
  },
  http2: {
    first: Buffer.concat([Buffer.from(PREFACE), frame(SETTINGS, 0, 0)]),
    second: Buffer.concat([frame(SETTINGS, ACK, 0), request(0)]),
  },
  streams: {
    first: Buffer.concat([Buffer.from(PREFACE), frame(SETTINGS, 0, 0, NO_WINDOW)]),
    second: Buffer.concat([
      frame(SETTINGS, ACK, 0),
      ...Array.from({ length: STREAMS }, (_, index) => request(index)),
    ]),
  },
};

/** How many connections are opened at once: less than the backlog of a server. */
const BATCH = 100;
/** Until the last responses have arrived, in milliseconds. */
const SETTLE = 500;

/**
 * @param {number} port
 * @param {number} count
 * @param {Opening} opening
 * @returns {Promise<() => void>} what closes the connections
 */
export async function openIdle(port, count, { first, second }) {
  /** @type {import('node:net').Socket[]} */
  const sockets = [];
  while (sockets.length < count) {
    const batch = Array.from({ length: Math.min(BATCH, count - sockets.length) }, async () => {
      // The server is killed while they are open, which may reset them.
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      sockets.push(socket);
      socket.write(first);
      await once(socket, 'data');
      if (second !== undefined) socket.write(second);
      // `once` has removed the only reader: later bytes are discarded.
      socket.resume();
    });
    await Promise.all(batch);
  }
  await delay(SETTLE);
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

/** How many connections the limit of open files allows in each process. @param {number} [wanted] */
export function mostConnections(wanted = 10_000) {
  const report = /** @type {{ userLimits?: { open_files: { soft: number | string } } }} */ (
    process.report.getReport()
  );
  const limit = Number(report.userLimits?.open_files.soft);
  return Number.isFinite(limit) ? Math.min(wanted, limit - 200) : wanted;
}
