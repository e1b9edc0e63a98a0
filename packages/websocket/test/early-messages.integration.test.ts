// Messages that arrive before an asynchronous handler adds a listener.
import { once } from 'node:events';
import { createServer } from '@nextpress/server';
import { useFakeClock, useRealClock } from '@nextpress-internal/test-kit/fake-clock';
import { expect, test, vi } from 'vitest';
import {
  type WebSocketConnection,
  type WebSocketHandler,
  type WebSocketOptions,
  websocket,
} from '../src/index.ts';
import { codeOf, open, portOf } from './open.ts';

/** A promise and the function that resolves it. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  let resolve = (): void => {};
  const opened = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { opened, open: () => resolve() };
}

async function serve(handler: WebSocketHandler, options?: WebSocketOptions) {
  const app = websocket(createServer({ logError: () => {} }), { maxMessagesPerSecond: 100_000, ...options });
  app.ws('/', handler);
  return { app, socket: await open(await portOf(app.listen(0, '127.0.0.1')), '/') };
}

/** Sends messages, and waits until the server has read them, because it responds to pings in order. */
async function send(
  socket: Awaited<ReturnType<typeof open>>,
  messages: readonly (string | Buffer)[],
): Promise<void> {
  for (const message of messages) socket.send(message);
  socket.ping();
  await once(socket, 'pong');
}

test('messages that arrive while the handler awaits are buffered in order', async () => {
  const { opened, open: go } = gate();
  const received: string[] = [];
  const { socket } = await serve(async (connection) => {
    await opened;
    connection.on('message', (data, isBinary) => received.push(`${data} ${isBinary}`));
  });
  await send(socket, ['1', Buffer.from('2'), '3']);
  go();
  await send(socket, ['4']);
  await expect.poll(() => received).toEqual(['1 false', '2 true', '3 false', '4 false']);
});

test('messages are buffered while the handler waits for them one by one', async () => {
  const received: string[] = [];
  const { socket } = await serve(async (connection) => {
    while (received.length < 4) {
      const [data] = await once(connection, 'message');
      received.push(String(data));
      await new Promise(setImmediate);
    }
  });
  for (const text of ['1', '2', '3', '4']) socket.send(text);
  await expect.poll(() => received).toEqual(['1', '2', '3', '4']);
});

test('messages that arrive before the client disconnects are delivered', async () => {
  const { opened, open: go } = gate();
  const received: string[] = [];
  const { app, socket } = await serve(async (connection) => {
    await opened;
    connection.on('message', (data) => received.push(String(data)));
  });
  socket.send('last');
  socket.close();
  await expect.poll(() => app.ws.connections.size).toBe(0);
  go();
  await expect.poll(() => received).toEqual(['last']);
});

test('the connection is paused while too much is buffered, and nothing is lost', async () => {
  const { opened, open: go } = gate();
  let connection: WebSocketConnection | undefined;
  let bytes = 0;
  const { socket } = await serve(async (own) => {
    connection = own;
    await opened;
    own.on('message', (data) => {
      bytes += (data as Buffer).length;
    });
  });
  for (let count = 0; count < 300; count++) socket.send(Buffer.alloc(100_000));
  await expect.poll(() => connection?.isPaused).toBe(true);
  go();
  await expect.poll(() => bytes).toBe(30_000_000);
  expect(connection?.isPaused).toBe(false);
});

test.each(['arraybuffer', 'fragments', 'blob'] as const)(
  'the connection is paused while too much is buffered as %s',
  async (binaryType) => {
    const { opened, open: go } = gate();
    let connection: WebSocketConnection | undefined;
    let count = 0;
    const { socket } = await serve(async (own) => {
      connection = own;
      Object.assign(own, { binaryType });
      await opened;
      own.on('message', () => count++);
    });
    for (let sent = 0; sent < 20; sent++) socket.send(Buffer.alloc(50_000));
    await expect.poll(() => connection?.isPaused).toBe(true);
    go();
    await expect.poll(() => count).toBe(20);
  },
);

test('messages without a listener are dropped once the handler has settled', async () => {
  let connection: WebSocketConnection | undefined;
  const { opened, open: go } = gate();
  const { socket } = await serve(async (own) => {
    connection = own;
    await opened;
  });
  await send(socket, ['ignored']);
  go();
  await send(socket, ['ignored']);
  const received: string[] = [];
  connection?.on('message', (data) => received.push(String(data)));
  await send(socket, ['wanted']);
  expect(received).toEqual(['wanted']);
  expect(connection?.listenerCount('newListener')).toBe(0);
});

test('messages are dropped after a while if the handler only sends', async () => {
  useFakeClock({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    let connection: WebSocketConnection | undefined;
    const { socket } = await serve(async (own) => {
      connection = own;
      await new Promise(() => {});
    });
    socket.send(Buffer.alloc(300_000));
    await expect.poll(() => connection?.isPaused).toBe(true);
    vi.advanceTimersByTime(10_000);
    expect(connection?.isPaused).toBe(false);
    const received: string[] = [];
    connection?.on('message', (data) => received.push(String(data)));
    await send(socket, ['wanted']);
    expect(received).toEqual(['wanted']);
  } finally {
    useRealClock();
  }
});

test('buffered messages count once toward the rate limit', async () => {
  const { opened, open: go } = gate();
  const received: string[] = [];
  const { socket } = await serve(
    async (connection) => {
      await opened;
      connection.on('message', (data) => received.push(String(data)));
    },
    { maxMessagesPerSecond: 4 },
  );
  await send(socket, ['1', '2', '3', '4']);
  go();
  await expect.poll(() => received).toEqual(['1', '2', '3', '4']);
  socket.close(1000);
  expect(await codeOf(socket)).toBe(1000);
});

test('a listener that throws for a buffered message closes the connection with 1011', async () => {
  const { opened, open: go } = gate();
  const { socket } = await serve(async (connection) => {
    await opened;
    connection.on('message', () => {
      throw new Error('failed');
    });
  });
  await send(socket, ['a']);
  go();
  expect(await codeOf(socket)).toBe(1011);
});
