// permessage-deflate (RFC 7692)
import { createServer } from '@nextpress/server';
import { expect, test } from 'vitest';
import { type WebSocketOptions, websocket } from '../src/index.ts';
import { codeOf, next, open, portOf } from './open.ts';

async function echo(options: WebSocketOptions) {
  const app = websocket(createServer({ logError: () => {} }), options);
  app.ws('/', (connection) => void connection.on('message', (data) => connection.send(String(data))));
  return portOf(app.listen(0, '127.0.0.1'));
}

test('messages are not compressed by default', async () => {
  const socket = await open(await echo({}), '/', { perMessageDeflate: true });
  expect(socket.extensions).toBe('');
});

test.each([[true], [{ threshold: 10 }]])(
  'messages are compressed with perMessageDeflate: %j',
  async (perMessageDeflate) => {
    const socket = await open(await echo({ perMessageDeflate }), '/', { perMessageDeflate: true });
    expect(socket.extensions).toBe('permessage-deflate');
    const text = 'compressed '.repeat(10_000);
    socket.send(text);
    expect(await next(socket)).toBe(text);
    const { bytesRead } = (socket as unknown as { readonly _socket: { readonly bytesRead: number } })._socket;
    expect(bytesRead).toBeLessThan(5_000);
  },
);

test('a client that does not offer compression gets uncompressed messages', async () => {
  const socket = await open(await echo({ perMessageDeflate: true }), '/', { perMessageDeflate: false });
  socket.send('a'.repeat(5_000));
  expect(await next(socket)).toBe('a'.repeat(5_000));
});

test('maxPayload limits the decompressed size of a message', async () => {
  const port = await echo({ perMessageDeflate: true, maxPayload: 100_000 });
  const socket = await open(port, '/', { perMessageDeflate: true });
  socket.send(Buffer.alloc(50_000_000));
  expect(await codeOf(socket)).toBe(1009);
});
