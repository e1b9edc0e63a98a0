import type { RoomAdapter } from './room-adapter.ts';

/** Limits of the WebSocket connections of an application, and what it asks of clients. */
export interface WebSocketOptions {
  /**
   * The origins whose pages may connect (cross-site WebSocket hijacking): that of the request itself, a list such as
   * `['https://shop.example']`, a function, or `'*'` for all. Clients that are not browsers send no origin, and may connect.
   * @defaultValue `'same-origin'`
   */
  readonly origin?: 'same-origin' | '*' | readonly string[] | ((origin: string) => boolean) | undefined;
  /**
   * The most bytes of a message. A longer one ends the connection with the code 1009.
   * @defaultValue 1 MiB
   */
  readonly maxPayload?: number | undefined;
  /**
   * How many connections may be open. Further upgrades get 503.
   * @defaultValue 10_000
   */
  readonly maxConnections?: number | undefined;
  /**
   * How many messages a client may send in a second. One more ends its connection with the code 1008.
   * @defaultValue 100
   */
  readonly maxMessagesPerSecond?: number | undefined;
  /**
   * How many bytes may wait for a client that reads too slowly. More end its connection at once (code 1006).
   * @defaultValue 1 MiB
   */
  readonly maxBufferedAmount?: number | undefined;
  /**
   * Milliseconds between two pings. A client that has not responded by the next one is gone. `false` sends none.
   * @defaultValue 30_000
   */
  readonly heartbeat?: number | false | undefined;
  /** The subprotocols of the application, the preferred one first. The first that the client offers, too, is chosen. */
  readonly protocols?: readonly string[] | undefined;
  /**
   * Carries the messages of rooms between processes: `redisRooms(client)` of `@nextpress/websocket/redis`, or an adapter of your own.
   * @defaultValue rooms are those of one process
   */
  readonly rooms?: RoomAdapter | undefined;
}
