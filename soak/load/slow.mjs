// Loads of clients that are slow to write or to read.
import { setTimeout as wait } from 'node:timers/promises';
import { between, pick } from './chance.mjs';
import { Connection } from './connection.mjs';
import { ask, post, postInChunks } from './ordinary.mjs';
import { headOf } from './request-text.mjs';
import { sendByByte } from './sending.mjs';

/** @typedef {import('./connection.mjs').World} World */

/** Asks for much, and takes its time to read it. @param {World} world */
export async function slowReader(world) {
  const connection = new Connection(world, 'slow reader');
  await connection.ready;
  const { socket } = connection;
  const [count, length] = pick([
    [600, 20_000],
    [3_000, 2_000],
    [2, 6_000_000],
    [1, 12_000_000],
  ]);
  let text = '';
  for (let left = count; left > 0; left--) {
    const kind = pick(length > 100_000 ? ['stream', 'drain'] : ['sync', 'sync', 'chunked', 'immediate']);
    text += headOf('GET', kind, connection.expect(kind, { length }), { length });
  }
  socket.pause();
  socket.write(text);
  await wait(between(200, 1_500));
  socket.resume();
  const pausing = setInterval(() => {
    socket.pause();
    setTimeout(() => socket.resume(), between(1, 40));
  }, 50);
  await connection.answered();
  clearInterval(pausing);
  connection.leave();
}

/** Sends heads and bodies byte by byte. @param {World} world */
export async function slowWriter(world) {
  const connection = new Connection(world, 'slow writer');
  await connection.ready;
  for (let count = between(1, 5); count > 0 && !connection.closed && !connection.excused; count--) {
    const text = pick([
      () => ask(connection),
      () => post(connection, between(0, 200)),
      () => postInChunks(connection, between(0, 100)),
      () => ask(connection) + ask(connection),
    ])();
    await sendByByte(connection, text);
    await connection.answered();
  }
  connection.leave();
}
