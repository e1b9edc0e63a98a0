import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { BodyWriter } from '../src/body-writer.ts';

const CHUNK = Buffer.from('chunk');

/** Returns a response of which nothing has been sent, and the client's socket. */
async function openResponse(): Promise<{ readonly res: ServerResponse; readonly client: Socket }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => {}).resume();
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  const [, res] = await once(server, 'request');
  return { res, client };
}

test('a writer is ready when write returned true', async () => {
  const { res } = await openResponse();
  const writer = new BodyWriter(res);
  writer.write(CHUNK);
  expect(await writer.ready()).toBe(true);
});

test('a writer is ready when a replaced write returned nothing', async () => {
  const { res } = await openResponse();
  res.write = (() => {}) as never;
  const writer = new BodyWriter(res);
  writer.write(CHUNK);
  expect(await writer.ready()).toBe(true);
});

test('a writer waits for drain when a replaced write returned false', async () => {
  const { res } = await openResponse();
  res.write = () => false;
  const writer = new BodyWriter(res);
  writer.write(CHUNK);
  let isReady = false;
  const ready = writer.ready().then((isOpen) => {
    isReady = true;
    return isOpen;
  });
  await setImmediate();
  expect(isReady).toBe(false);
  res.emit('drain');
  expect(await ready).toBe(true);
});

test('a writer stops waiting when the client disconnects', async () => {
  const { res, client } = await openResponse();
  res.write = () => false;
  const writer = new BodyWriter(res);
  writer.write(CHUNK);
  const ready = writer.ready();
  client.destroy();
  expect(await ready).toBe(false);
  expect(writer.isOpen).toBe(false);
});

test('a writer adds one drain listener, and removes it when the response finishes', async () => {
  const { res } = await openResponse();
  const writer = new BodyWriter(res);
  for (const chunk of [CHUNK, CHUNK]) {
    writer.write(chunk);
    await writer.ready();
    expect(res.listenerCount('drain')).toBe(1);
  }
  res.end();
  await once(res, 'finish');
  expect(res.listenerCount('drain')).toBe(0);
  expect(writer.isOpen).toBe(false);
});
