import type { RoomAdapter } from './websocket-options.ts';

/** What `redisRooms` needs of a client of the package [redis](https://github.com/redis/node-redis). */
export interface RedisClient {
  readonly isReady: boolean;
  publish(channel: string, message: Buffer): Promise<unknown>;
  duplicate(options: { readonly disableOfflineQueue: boolean }): RedisSubscriber;
}

/** A connection of its own, because one that has subscribed takes no other commands. */
export interface RedisSubscriber {
  /** Whether it is connected, or trying to. */
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
   * Precedes the names of rooms in the names of channels. Applications that share a Redis need different ones.
   * @defaultValue `'nextpress:room:'`
   */
  readonly prefix?: string | undefined;
}

/**
 * Carries the messages of rooms through channels of Redis. A message that is sent while Redis is out of reach is lost for the other
 * processes; subscriptions return with the connection.
 *
 * @param client - connected by the application, which also closes it
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
  /** While Redis is out of reach it does not wait: a connection can join its room, and the command runs when Redis returns. */
  const run = async (command: (subscriber: RedisSubscriber) => Promise<unknown>): Promise<unknown> => {
    if (current === undefined || current.hasFailed) current = new Subscriber(client);
    const done = current.connected.then(command);
    if (client.isReady) return done;
    return void done.catch(() => {});
  };
  return {
    publish: (room, message) => {
      // The client would keep messages in memory until Redis returns.
      if (!client.isReady) throw new Error('Redis is out of reach: messages of rooms stay in this process.');
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
    // Its queue keeps subscriptions until Redis returns, also when the application's client has none.
    this.#client = client.duplicate({ disableOfflineQueue: false });
    // It connects again by itself. The application hears of an outage from its own client.
    this.#client.on('error', () => {});
    this.connected = this.#client.connect().then(() => this.#client);
    this.connected.catch(() => {
      this.hasFailed = true;
    });
  }

  /** Does not wait until it has connected: without Redis it tries forever. */
  close(): void {
    if (this.#client.isOpen) this.#client.destroy();
  }
}
