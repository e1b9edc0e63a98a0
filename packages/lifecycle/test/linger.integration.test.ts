import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { gracefulShutdown } from '../src/index.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** A client that has read the last response of a server, and keeps its side of the connection open. */
async function readLast(): Promise<{ server: Server; client: Socket; accepted: Socket }> {
  const server = createServer((_req, res) => res.setHeader('Connection', 'close').end('last'));
  gracefulShutdown(server, { signals: false });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  client.on('error', () => {}).resume();
  client.write(REQUEST);
  const [accepted] = (await once(server, 'connection')) as [Socket];
  await once(client, 'end');
  return { server, client, accepted };
}

test('a server does not wait long for a client that keeps its side of a connection open', async () => {
  const { server, client, accepted } = await readLast();
  expect(accepted.destroyed).toBe(false);
  server.close();
  await Promise.all([once(server, 'close'), once(accepted, 'close')]);
  client.destroy();
});

test('a server stops reading from a client that keeps sending after its last response', async () => {
  const { server, client, accepted } = await readLast();
  const chunk = Buffer.alloc(1024 * 1024, REQUEST);
  const send = (): void => {
    while (!client.destroyed && client.write(chunk));
    client.once('drain', send);
  };
  send();
  await once(accepted, 'close');
  expect(accepted.bytesRead).toBeGreaterThan(chunk.length);
  client.destroy();
  server.close();
  await once(server, 'close');
});

test('close() does not report a connection whose last response has been sent', async () => {
  const server = createServer((_req, res) => res.end('last'));
  const { close } = gracefulShutdown(server, { signals: false });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).resume();
  client.on('error', () => {});
  await once(server, 'connection');
  const closed = close({ grace: 1_500 });
  client.write(REQUEST);
  expect(await closed).toEqual({ cut: [] });
  client.destroy();
});

test('close() does not report a connection that never sent a request', async () => {
  const server = createServer((_req, res) => res.end());
  const { close } = gracefulShutdown(server, { signals: false });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = connect({ port, host: '127.0.0.1' }).on('error', () => {});
  await once(server, 'connection');
  expect(await close({ grace: 50 })).toEqual({ cut: [] });
  client.destroy();
});
