import type { RoomAdapter } from './websocket-options.ts';

/** What `redisRooms` needs from a client of the package [redis](https://github.com/redis/node-redis). */
export interface RedisClient {
  readonly isReady: boolean;
  publish(channel: string, message: Buffer): Promise<unknown>;
  duplicate(options: { readonly disableOfflineQueue: boolean }): RedisSubscriber;
}

/** A separate connection, because a subscribed one accepts no other commands. */
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
   * The prefix of channel names, followed by the room. Applications that share a Redis need different prefixes.
   * @defaultValue `'nextpress:room:'`
   */
  readonly prefix?: string | undefined;
}

/**
 * Carries room messages through Redis channels. A message sent while Redis is unreachable is lost for other processes;
 * subscriptions resume with the connection.
 *
 * @param client - the application connects and closes it
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
   * Does not wait while Redis is unreachable: a connection can join its room, and the command runs when Redis is back.
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
    // Its queue keeps subscriptions until Redis is back, even if the application's client has no queue.
    this.#client = client.duplicate({ disableOfflineQueue: false });
    // It reconnects by itself. The application learns of an outage from its own client.
    this.#client.on('error', () => {});
    this.connected = this.#client.connect().then(() => this.#client);
    this.connected.catch(() => {
      this.hasFailed = true;
    });
  }

  /** Does not wait for a connection: without Redis it would retry forever. */
  close(): void {
    if (this.#client.isOpen) this.#client.destroy();
  }
}
