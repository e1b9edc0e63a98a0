import type { RoomAdapter } from './websocket-options.ts';

/** The part of a [redis](https://github.com/redis/node-redis) client that `redisRooms` uses. */
export interface RedisClient {
  readonly isReady: boolean;
  publish(channel: string, message: Buffer): Promise<unknown>;
  duplicate(options: { readonly disableOfflineQueue: boolean }): RedisSubscriber;
}

/** A separate connection, because a subscribed connection accepts no other commands. */
export interface RedisSubscriber {
  /** Whether the client is connected or trying to connect. */
  readonly isOpen: boolean;
  on(event: 'error', listener: (error: Error) => void): unknown;
  connect(): Promise<unknown>;
  subscribe(channel: string, listener: (message: Buffer) => void, bufferMode: true): Promise<unknown>;
  unsubscribe(channel: string): Promise<unknown>;
  destroy(): void;
}

/** Options of `redisRooms`. */
export interface RedisRoomsOptions {
  /**
   * The prefix of channel names, followed by the room. Applications that share a Redis need different prefixes.
   * @defaultValue `'nextpress:room:'`
   */
  readonly prefix?: string | undefined;
}

/**
 * Carries room messages through Redis channels. Messages sent while Redis is unreachable do not reach other processes,
 * and `room.add()` does not wait for the subscription. Subscriptions resume once Redis is back.
 *
 * @param client - a client that your application connects and closes
 *
 * @example
 * ```ts
 * import { createServer } from '@nextpress/server';
 * import { websocket } from '@nextpress/websocket';
 * import { redisRooms } from '@nextpress/websocket/redis';
 * import { createClient } from 'redis';
 *
 * const client = createClient();
 * client.on('error', console.error);
 * const app = websocket(createServer(), { rooms: redisRooms(client) });
 * ```
 */
export function redisRooms(
  client: RedisClient,
  { prefix = 'nextpress:room:' }: RedisRoomsOptions = {},
): RoomAdapter {
  let current: Subscriber | undefined;
  /**
   * Does not wait while Redis is unreachable, so that connections can still join rooms. The command runs once Redis is
   * back.
   */
  const run = async (command: (subscriber: RedisSubscriber) => Promise<unknown>): Promise<unknown> => {
    if (current === undefined || current.hasFailed) current = new Subscriber(client);
    const done = current.connected.then(command);
    if (client.isReady) return done;
    return void done.catch(() => {});
  };
  return {
    publish: (room, message) => {
      // The client would buffer messages until Redis is back.
      if (!client.isReady) throw new Error('Redis is unreachable: room messages stay in this process.');
      return client.publish(prefix + room, message);
    },
    subscribe: (room, receive) => run((subscriber) => subscriber.subscribe(prefix + room, receive, true)),
    unsubscribe: (room) => run((subscriber) => subscriber.unsubscribe(prefix + room)),
    close: async () => {
      current?.close();
      current = undefined;
    },
  };
}

class Subscriber {
  readonly connected: Promise<RedisSubscriber>;
  hasFailed = false;
  readonly #client: RedisSubscriber;

  constructor(client: RedisClient) {
    // The offline queue keeps subscriptions until Redis is back, even if the application's own client has disabled its
    // queue.
    this.#client = client.duplicate({ disableOfflineQueue: false });
    // It reconnects on its own. The application hears of outages from its own client.
    this.#client.on('error', () => {});
    this.connected = this.#client.connect().then(() => this.#client);
    this.connected.catch(() => {
      this.hasFailed = true;
    });
  }

  /** Does not wait for a connection: without Redis, the client would keep retrying. */
  close(): void {
    if (this.#client.isOpen) this.#client.destroy();
  }
}
