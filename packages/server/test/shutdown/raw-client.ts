import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connectSecurely, parseResponses, type RawResponse } from '@nextpress-internal/test-kit';

/** One connection to a server. */
export class RawClient {
  readonly socket: Socket;
  /** Resolves when the server has ended the connection. */
  readonly closed: Promise<void>;
  /** Everything received, as latin1. */
  received = '';

  constructor(socket: Socket) {
    this.socket = socket;
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      this.received += text;
    });
    // A reset also ends the connection.
    socket.on('error', () => {});
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
  }

  static async open(port: number, isSecure = false): Promise<RawClient> {
    const socket = isSecure ? connectSecurely(port) : connect(port, '127.0.0.1');
    await once(socket, isSecure ? 'secureConnect' : 'connect');
    return new RawClient(socket);
  }

  get responses(): RawResponse[] {
    return parseResponses(this.received).responses;
  }

  send(text: string): this {
    this.socket.write(text, 'latin1');
    return this;
  }

  /** Waits until a text has been received. */
  async until(text: string): Promise<void> {
    while (!this.received.includes(text)) await once(this.socket, 'data');
  }
}

/** The text of a request without a body. */
export function get(path: string, ...lines: string[]): string {
  return [`GET ${path} HTTP/1.1`, 'Host: a', ...lines, '', ''].join('\r\n');
}
