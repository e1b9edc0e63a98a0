import type { PerMessageDeflateOptions } from 'ws';
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
   * How many connections may be open, pending upgrades included. Further upgrades get 503.
   * @defaultValue 10_000
   */
  readonly maxConnections?: number | undefined;
  /**
   * Milliseconds that the handlers before the last one may take to accept or refuse an upgrade. Then it gets 503.
   * @defaultValue 30_000
   */
  readonly handshakeTimeout?: number | undefined;
  /**
   * How many messages a client may send in a second. One more ends its connection with the code 1008.
   * @defaultValue 100
   */
  readonly maxMessagesPerSecond?: number | undefined;
  /**
   * How many bytes may wait for a client that reads too slowly. The next message closes its connection with the code 1013, and a client
   * that then reads nothing for some seconds is cut.
   * @defaultValue 1 MiB
   */
  readonly maxBufferedAmount?: number | undefined;
  /**
   * Milliseconds between two pings. A client that has not responded by the next one is gone. `false` sends none.
   * @defaultValue 30_000
   */
  readonly heartbeat?: number | false | undefined;
  /**
   * The subprotocols of the application, the preferred one first. The first that the client also offers is chosen.
   * @defaultValue the first that the client offers
   */
  readonly protocols?: readonly string[] | undefined;
  /**
   * Compresses messages from 1 KiB on (permessage-deflate, RFC 7692) for clients that offer it: `true`, or options of `ws`. A connection
   * that has sent and received compressed messages takes about 150 KiB more memory.
   * @defaultValue false
   */
  readonly perMessageDeflate?: boolean | PerMessageDeflateOptions | undefined;
  /**
   * Carries the messages of rooms between processes: `redisRooms(client)` of `@nextpress/websocket/redis`, or an adapter of your own.
   * @defaultValue rooms are those of one process
   */
  readonly rooms?: RoomAdapter | undefined;
}
