import { WebSocket } from 'ws';
import type { WebSocketConnection } from './internal/connection.ts';
import { RoomChannels } from './internal/room-channels.ts';
import type { RoomAdapter } from './websocket-options.ts';

/** A group of connections that receive the same messages. */
export interface Room {
  /**
   * Adds a connection, until it closes. With {@link WebSocketOptions.rooms}, the promise resolves once this process is
   * subscribed to the room. If subscribing fails, it resolves after a process warning. It never rejects.
   */
  add(connection: WebSocketConnection): Promise<void>;
  /** Removes a connection without closing it. */
  delete(connection: WebSocketConnection): void;
  /** The number of connections in the room, in this process. */
  readonly size: number;
  /**
   * Sends a message to all connections in the room. The message is encoded once.
   *
   * @param data - a string or bytes
   * @param except - a connection to skip, such as the sender
   */
  broadcast(data: string | Uint8Array, except?: WebSocketConnection): void;
}

/** The rooms of an application. Empty rooms take no memory. */
export class Rooms {
  readonly #members = new Map<string, Set<WebSocketConnection>>();
  readonly #channels: RoomChannels | undefined;

  constructor(adapter: RoomAdapter | undefined) {
    if (adapter === undefined) return;
    const deliver = (name: string, data: Buffer, isBinary: boolean): void => this.#send(name, data, isBinary);
    this.#channels = new RoomChannels(adapter, deliver);
  }

  room(name: string): Room {
    const members = this.#members;
    return {
      add: (connection) => this.#add(name, connection),
      delete: (connection) => this.#delete(name, connection),
      get size() {
        return members.get(name)?.size ?? 0;
      },
      broadcast: (data, except) => {
        const isBinary = typeof data !== 'string';
        const bytes = isBinary ? data : Buffer.from(data);
        this.#send(name, bytes, isBinary, except);
        void this.#channels?.publish(name, bytes, isBinary);
      },
    };
  }

  async close(): Promise<void> {
    await this.#channels?.close();
  }

  async #add(name: string, connection: WebSocketConnection): Promise<void> {
    if (connection.readyState !== WebSocket.OPEN) return;
    const members = this.#members.get(name) ?? new Set();
    this.#members.set(name, members.add(connection));
    this.#roomsOf(connection).add(name);
    await this.#channels?.join(name);
  }

  #delete(name: string, connection: WebSocketConnection): void {
    connection.rooms?.delete(name);
    const members = this.#members.get(name);
    if (!members?.delete(connection) || members.size > 0) return;
    this.#members.delete(name);
    this.#channels?.leave(name);
  }

  /** Adds one listener per connection, however often it changes rooms. */
  #roomsOf(connection: WebSocketConnection): Set<string> {
    if (connection.rooms !== undefined) return connection.rooms;
    const rooms = new Set<string>();
    connection.rooms = rooms;
    connection.once('close', () => {
      for (const name of rooms) this.#delete(name, connection);
    });
    return rooms;
  }

  #send(name: string, data: Uint8Array, binary: boolean, except?: WebSocketConnection): void {
    for (const connection of this.#members.get(name) ?? []) {
      if (connection === except || connection.readyState !== WebSocket.OPEN) continue;
      connection.post(data, { binary });
    }
  }
}
