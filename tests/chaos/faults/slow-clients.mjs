import { setTimeout as wait } from 'node:timers/promises';
import { Connection } from '../connection.mjs';
import { makeRequest, streamOf } from '../requests.mjs';

/** Of each sort, for each instance. */
const CLIENTS = 8;
/** Milliseconds in which the timeouts of `application.mjs` end a connection, with time for a busy machine. */
const ENDED_AFTER = 8000;
const STEP = 100;
/** Bytes of a response, and the most by which the memory of an instance may grow while none is read. */
const RESPONSE = 20_000_000;
const BUFFERED = 40_000_000;

/** @typedef {import('./fault.mjs').Scene} Scene @typedef {import('../instance.mjs').Instance} Instance */

/** @type {import('./fault.mjs').Fault} */
export const slowClients = {
  name: 'slow-clients',
  about: 'heads and bodies arrive byte by byte, responses are not read',
  async inject(scene) {
    const before = await memoryOf(scene);
    const clients = scene.instances.flatMap((instance) =>
      Array.from({ length: CLIENTS }, (_, number) => [
        slowSender(scene, instance, `slow${instance.number}.${number}`, 'head'),
        slowSender(scene, instance, `slow${instance.number}.${number}`, 'body'),
        nonReader(scene, instance, `slow${instance.number}.${number}`),
      ]).flat(),
    );
    await wait(scene.milliseconds / 2);
    const during = await memoryOf(scene);
    for (const [at, bytes] of during.entries()) {
      const growth = bytes - Number(before[at]);
      if (growth > BUFFERED)
        scene.tally.unexpected.push(`instance ${at} buffers ${growth} bytes for slow clients`);
    }
    await Promise.all(clients);
  },
};

/** @param {Scene} scene */
async function memoryOf({ instances }) {
  const usage = await Promise.all(instances.map((instance) => instance.measure()));
  return usage.map(({ memory }) => memory);
}

/** The server must end the connection. @param {Scene} scene @param {Instance} instance @param {string} id @param {'head' | 'body'} part */
async function slowSender({ tally, random }, instance, id, part) {
  const connection = new Connection(instance.port);
  const { socket } = connection;
  const request = makeRequest(random, `${id}${part}`, random.pick(['order', 'upload']));
  tally.requests++;
  tally.incomplete.add(request.id);
  let sent = part === 'head' ? 10 : Math.min(request.bodyAt + 1, request.bytes.length - 1);
  socket.write(request.bytes.subarray(0, sent));
  const start = performance.now();
  while (!socket.destroyed && connection.isOpen && performance.now() - start < ENDED_AFTER) {
    await wait(STEP);
    if (socket.writable && sent < request.bytes.length - 100)
      socket.write(request.bytes.subarray(sent, ++sent));
  }
  if (!socket.destroyed && connection.isOpen) tally.unexpected.push(`a slow ${part} was waited for`);
  else tally.expectedFailure(`slow ${part}, ended by the server`);
  connection.close();
}

/** The server must not buffer the response. @param {Scene} scene @param {Instance} instance @param {string} id */
async function nonReader({ tally, milliseconds }, instance, id) {
  const connection = new Connection(instance.port);
  const request = streamOf(`${id}unread`, RESPONSE);
  tally.requests++;
  connection.socket.pause();
  connection.socket.write(request.bytes);
  await wait(milliseconds);
  connection.reset();
  await connection.closed;
  tally.expectedFailure('response not read');
}
