import { WebSocket } from 'ws';
import type { WebSocketConnection } from './connection.ts';

/** Connections that get the same messages. */
export interface Room {
  /** Adds a connection, which leaves when it closes. */
  add(connection: WebSocketConnection): void;
  /** Removes a connection, which stays open. */
  delete(connection: WebSocketConnection): void;
  readonly size: number;
  /**
   * Sends a message to all connections of the room in this process. It is encoded once.
   *
   * @param data - text or bytes
   * @param except - a connection that does not get it, such as the one that has sent it
   */
  broadcast(data: string | Uint8Array, except?: WebSocketConnection): void;
}

/** The rooms of an application. One that is empty takes no memory. */
export class Rooms {
  readonly #members = new Map<string, Set<WebSocketConnection>>();

  room(name: string): Room {
    const members = this.#members;
    return {
      add: (connection) => this.#add(name, connection),
      delete: (connection) => this.#delete(name, connection),
      get size() {
        return members.get(name)?.size ?? 0;
      },
      broadcast: (data, except) => {
        const bytes = typeof data === 'string' ? Buffer.from(data) : data;
        const options = { binary: typeof data !== 'string' };
        for (const connection of members.get(name) ?? []) {
          if (connection === except || connection.readyState !== WebSocket.OPEN) continue;
          connection.post(bytes, options);
        }
      },
    };
  }

  #add(name: string, connection: WebSocketConnection): void {
    if (connection.readyState !== WebSocket.OPEN) return;
    const members = this.#members.get(name) ?? new Set();
    if (members.has(connection)) return;
    this.#members.set(name, members.add(connection));
    connection.once('close', () => this.#delete(name, connection));
  }

  #delete(name: string, connection: WebSocketConnection): void {
    const members = this.#members.get(name);
    members?.delete(connection);
    if (members?.size === 0) this.#members.delete(name);
  }
}
