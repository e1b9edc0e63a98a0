import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { createServer } from '@nextpress/server';
import { hasRedis, startRedis } from '@nextpress-internal/test-kit';
import { createClient } from 'redis';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  type RoomAdapter,
  type WebSocketConnection,
  type WebSocketOptions,
  websocket,
} from '../src/index.ts';
import { redisRooms } from '../src/redis.ts';
import { next, open, portOf } from './open.ts';

/** Serves an application whose clients join the room named in their path, and send to the others in it. */
async function chat(options: WebSocketOptions) {
  const app = websocket(createServer({ logError: () => {} }), options);
  app.ws('/rooms/:id', async (connection, req) => {
    const room = app.ws.room(req.params.id);
    connection.on('message', (data, isBinary) =>
      room.broadcast(isBinary ? (data as Buffer) : String(data), connection),
    );
    await room.add(connection);
    connection.send('joined');
  });
  const port = await portOf(app.listen(0, '127.0.0.1'));
  onTestFinished(async () => void (await app.close()));
  return {
    app,
    port,
    join: async (room: string) => {
      const socket = await open(port, `/rooms/${room}`);
      expect(await next(socket)).toBe('joined');
      return socket;
    },
  };
}

/** Creates adapters that share a map, the way processes share a Redis server. */
function sharedAdapter() {
  const rooms = new Map<string, Set<(message: Buffer) => void>>();
  const calls: string[] = [];
  const adapter = (): RoomAdapter => {
    const own = new Map<string, (message: Buffer) => void>();
    return {
      publish: (room, message) => {
        for (const receive of rooms.get(room) ?? []) receive(message);
      },
      subscribe: async (room, receive) => {
        calls.push(`subscribe ${room}`);
        await delay(5);
        own.set(room, receive);
        rooms.set(room, (rooms.get(room) ?? new Set()).add(receive));
      },
      unsubscribe: async (room) => {
        calls.push(`unsubscribe ${room}`);
        await delay(5);
        rooms.get(room)?.delete(own.get(room) as (message: Buffer) => void);
      },
      close: async () => void calls.push('close'),
    };
  };
  return { adapter, calls };
}

describe('an adapter', () => {
  test('carries text and bytes to other processes, once, and not to other rooms', async () => {
    const { adapter } = sharedAdapter();
    const [first, second] = [await chat({ rooms: adapter() }), await chat({ rooms: adapter() })];
    const ada = await first.join('a');
    const bob = await second.join('a');
    const cleo = await first.join('a');
    const dan = await second.join('b');
    ada.send('hello');
    expect([await next(bob), await next(cleo)]).toEqual(['hello', 'hello']);
    const [received] = await Promise.all([once(bob, 'message'), ada.send(Buffer.from([1, 2, 255]))]);
    expect(received).toEqual([Buffer.from([1, 2, 255]), true]);
    const seen = vi.fn();
    for (const socket of [ada, dan]) socket.on('message', seen);
    bob.send('again');
    expect(await next(ada)).toBe('again');
    expect(seen).toHaveBeenCalledTimes(1);
  });

  test('is subscribed to a room while the room has members, with one call at a time', async () => {
    const { adapter, calls } = sharedAdapter();
    const { app, join } = await chat({ rooms: adapter() });
    const [ada, bob] = [await join('a'), await join('a')];
    ada.close();
    await expect.poll(() => app.ws.room('a').size).toBe(1);
    expect(calls).toEqual(['subscribe a']);
    bob.close();
    await expect.poll(() => calls).toEqual(['subscribe a', 'unsubscribe a']);
    await join('a');
    const connection = [...app.ws.connections][0] as WebSocketConnection;
    const room = app.ws.room('a');
    for (let turn = 0; turn < 10; turn++) {
      room.delete(connection);
      void room.add(connection);
    }
    await room.add(connection);
    expect(calls.slice(2)).toEqual(['subscribe a', 'unsubscribe a', 'subscribe a']);
    expect(connection.listenerCount('close')).toBeLessThan(5);
    await app.close();
    expect(calls.slice(5)).toEqual(['unsubscribe a', 'close']);
  });

  test('leaves rooms working within one process when it fails, with one warning', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockReturnValue();
    onTestFinished(() => warned.mockRestore());
    const rooms: RoomAdapter = {
      publish: () => {
        throw new Error('no network');
      },
      subscribe: () => Promise.resolve(),
      unsubscribe: () => Promise.reject(new Error('no network')),
      close: () => Promise.resolve(),
    };
    const { join } = await chat({ rooms });
    const [ada, bob] = [await join('a'), await join('a')];
    for (const text of ['1', '2', '3']) {
      ada.send(text);
      expect(await next(bob)).toBe(text);
    }
    expect(warned).toHaveBeenCalledTimes(1);
    expect(warned).toHaveBeenCalledWith(
      'WebSocket rooms: no network',
      expect.objectContaining({ code: 'NEXTPRESS_ROOM_ADAPTER' }),
    );
  });

  test('is not called once it is closed', async () => {
    const calls: string[] = [];
    let finish = (): void => {};
    const rooms: RoomAdapter = {
      publish: () => {},
      subscribe: () => {
        calls.push('subscribe');
        return new Promise<void>((resolve) => {
          finish = resolve;
        });
      },
      unsubscribe: async () => void calls.push('unsubscribe'),
      close: async () => void calls.push('close'),
    };
    const app = websocket(createServer(), { rooms });
    let added: Promise<void> | undefined;
    app.ws('/', (connection) => {
      added = app.ws.room('a').add(connection);
    });
    await open(await portOf(app.listen(0, '127.0.0.1')), '/');
    await app.close();
    finish();
    await added;
    expect(calls).toEqual(['subscribe', 'close']);
  });

  test('is rejected without a subscribe function', () => {
    expect(() => websocket(createServer(), { rooms: {} as never })).toThrow(
      /Invalid option "rooms" of websocket\(\): expected an adapter/,
    );
  });
});

describe.skipIf(!hasRedis())('redisRooms', () => {
  test('carries messages, and resumes after Redis restarts', async () => {
    const redis = await startRedis();
    onTestFinished(redis.stop);
    const [first, second] = [await chatOn(redis.url), await chatOn(redis.url)];
    const [ada, bob] = [await first.join('a'), await second.join('a')];
    ada.send('hello');
    expect(await next(bob)).toBe('hello');

    vi.spyOn(process, 'emitWarning').mockReturnValue();
    onTestFinished(() => void vi.restoreAllMocks());
    await redis.stop();
    // Rooms still work within each process: clients can join one, and leave it when the application closes.
    const cleo = await first.join('a');
    ada.send('only here');
    expect(await next(cleo)).toBe('only here');
    const third = await chatOn(redis.url, first.client);
    await third.join('b');
    await third.app.close();
    const [dan, eve] = [await first.join('new'), await second.join('new')];
    // Wait until the client has failed to reconnect a few times.
    for (let count = 0; count < 3; count++) await once(second.client, 'error');

    await redis.start();
    // Messages get through once both processes have reconnected.
    const heard = Promise.all([once(bob, 'message'), once(eve, 'message')]);
    const timer = setInterval(() => {
      ada.send('back');
      dan.send('back');
    }, 50);
    await heard;
    clearInterval(timer);
  });
});

/** @param connected - another application's client, for when Redis is unreachable */
async function chatOn(url: string, connected?: Client) {
  const client = connected ?? (await connectTo(url));
  return { client, ...(await chat({ rooms: redisRooms(client) })) };
}

type Client = Awaited<ReturnType<typeof connectTo>>;

async function connectTo(url: string) {
  const client = createClient({ url, disableOfflineQueue: true, socket: { reconnectStrategy: 50 } });
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.destroy());
  return client;
}
