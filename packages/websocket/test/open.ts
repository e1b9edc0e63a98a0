import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';

const received = new WeakMap<WebSocket, string[]>();

/** Waits until a server listens, and returns its port. The server closes when the test finishes. */
export async function portOf(server: Server): Promise<number> {
  if (!server.listening) await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

/** Opens a connection. If it is refused, throws an error with the status and the body of the response. */
export async function open(
  port: number,
  path: string,
  options: ClientOptions & { readonly protocols?: string[] } = {},
): Promise<WebSocket> {
  const { protocols = [], ...rest } = options;
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, protocols, rest);
  onTestFinished(() => socket.terminate());
  const messages: string[] = [];
  received.set(socket, messages);
  socket.on('message', (data) => messages.push(String(data)));
  const refused = new Promise<never>((_resolve, reject) => {
    socket.on('unexpected-response', (_req, res: IncomingMessage) => {
      res.toArray().then((chunks) => {
        reject(Object.assign(new Error(Buffer.concat(chunks).toString()), { status: res.statusCode }));
      }, reject);
    });
    socket.on('error', reject);
  });
  await Promise.race([new Promise((resolve) => socket.once('open', resolve)), refused]);
  refused.catch(() => {});
  return socket;
}

/** Returns the next message as text, including one that came with the handshake. */
export async function next(socket: WebSocket): Promise<string> {
  const messages = received.get(socket) ?? [];
  if (messages.length === 0) await once(socket, 'message');
  return messages.shift() as string;
}

/** Returns the code with which a connection closes. */
export function codeOf(socket: WebSocket): Promise<number> {
  return new Promise((resolve) => socket.once('close', resolve));
}
