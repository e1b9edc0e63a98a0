import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { connectSecurely, serverSecret } from '@nextpress-internal/test-kit';
import { describe, expect, test } from 'vitest';
import { createServer, type ServerOptions } from '../../../src/index.ts';
import { CHECKS, StallCheck } from '../../../src/internal/connection/send-timeout.ts';

const SIZE = 30_000_000;
const kinds: readonly (readonly [string, ServerOptions])[] = [
  ['in the fast lane', {}],
  ["in Node's lane", { fastLane: false }],
  ['over TLS', { tls: serverSecret }],
];

interface Scene {
  readonly socket: Socket;
  readonly client: Socket;
  readonly check: StallCheck;
  turns(count: number): Promise<void>;
}

/** Opens a connection whose client has asked for a path one or several times, and reads nothing. */
async function withClient(
  options: ServerOptions,
  [path, count]: readonly [path: string, count: number],
  use: (scene: Scene) => Promise<void>,
): Promise<void> {
  const app = createServer(options);
  app.get('/long', (_req, res) => res.send(Buffer.alloc(SIZE)));
  app.get('/pending', () => {});
  app.get('/events', (_req, res) => void res.sse({ heartbeat: 0 }).send('a'));
  const server = app.listen(0, '127.0.0.1');
  const sockets: Socket[] = [];
  server.on(options.tls ? 'secureConnection' : 'connection', (socket: Socket) => sockets.push(socket));
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = options.tls ? connectSecurely(port) : connect(port, '127.0.0.1');
  client.on('error', () => {}).pause();
  await once(client, options.tls ? 'secureConnect' : 'connect');
  client.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(count));
  await once(server, 'request');
  const turns = async (count: number): Promise<void> => {
    for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  await turns(30);
  try {
    await use({ socket: sockets[0] as Socket, client, check: new StallCheck(server, sockets), turns });
  } finally {
    client.destroy();
    await app.close({ grace: 0 });
  }
}

describe.each(kinds)('a connection %s', (_, options) => {
  test('is closed when its client reads nothing', async () => {
    await withClient(options, ['/long', 1], async ({ check, socket }) => {
      for (let count = 0; count < CHECKS; count++) check.run();
      expect(socket.destroyed).toBe(false);
      check.run();
      expect(socket.destroyed).toBe(true);
    });
  });

  test('is not closed when its client occasionally reads a part', async () => {
    await withClient(options, ['/long', 1], async ({ check, client, socket, turns }) => {
      for (let part = 1; part < 4; part++) {
        for (let count = 1; count < CHECKS; count++) check.run();
        let read = 0;
        const onData = (chunk: Buffer): void => {
          read += chunk.length;
          if (read > 5_000_000) client.pause();
        };
        client.on('data', onData).resume();
        while (read <= 5_000_000) await turns(1);
        client.off('data', onData).pause();
        await turns(10);
        check.run();
        expect(socket.destroyed).toBe(false);
      }
    });
  });

  test('is not closed while its handler has not sent anything', async () => {
    await withClient(options, ['/pending', 1], async ({ check, socket }) => {
      for (let count = 0; count < 3 * CHECKS; count++) check.run();
      expect(socket.destroyed).toBe(false);
    });
  });

  test('is closed when its client has abandoned more silent event streams than are dispatched', async () => {
    await withClient(options, ['/events', 150], async ({ check, client, socket, turns }) => {
      client.end();
      await turns(30);
      for (let count = 0; count < CHECKS + 1; count++) check.run();
      expect(socket.destroyed).toBe(true);
    });
  });

  test('is not closed when its only event stream is silent', async () => {
    await withClient(options, ['/events', 1], async ({ check, socket }) => {
      for (let count = 0; count < 3 * CHECKS; count++) check.run();
      expect(socket.destroyed).toBe(false);
    });
  });

  test('is closed by the option sendTimeout, and never if it is 0', async () => {
    await withClient({ ...options, sendTimeout: 20 }, ['/long', 1], async ({ socket }) => {
      if (!socket.destroyed) await once(socket, 'close');
    });
    await withClient({ ...options, sendTimeout: 0 }, ['/long', 1], async ({ socket, turns }) => {
      await turns(50);
      expect(socket.destroyed).toBe(false);
    });
  });
});
