import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Runs a program with a server, and closes it. */
export async function withServer(
  listener: RequestListener,
  run: (port: number, server: Server) => Promise<void>,
): Promise<void> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await run((server.address() as AddressInfo).port, server);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

export function idOf(req: IncomingMessage): string {
  return String(req.headers['x-id']);
}
