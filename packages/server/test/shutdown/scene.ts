import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { serverSecret } from '@nextpress-internal/test-kit';
import { createExpressApplication } from '../../src/express.ts';
import { type Application, createServer, type Request, type Response } from '../../src/index.ts';
import { RawClient } from './raw-client.ts';

interface Kind {
  readonly isSecure: boolean;
  create(): Application;
}

const keepAliveTimeout = 60_000;

/** Each kind of application and server. Idle connections would stay for a minute. */
export const KINDS: readonly (readonly [string, Kind])[] = [
  ['in the fast lane', { isSecure: false, create: () => createServer({ keepAliveTimeout }) }],
  ["in Node's lane", { isSecure: false, create: () => createServer({ keepAliveTimeout, fastLane: false }) }],
  [
    'over TLS in the fast lane',
    { isSecure: true, create: () => createServer({ keepAliveTimeout, tls: serverSecret }) },
  ],
  [
    "over TLS in Node's lane",
    {
      isSecure: true,
      create: () => createServer({ keepAliveTimeout, tls: serverSecret, fastLane: false }),
    },
  ],
  ['of Express', { isSecure: false, create: () => createExpressApplication(5).set('env', 'test') }],
];

/** An exchange that waits for its response. */
export interface Held {
  readonly req: Request;
  readonly res: Response;
}

/** An application that listens, with `/hold`, which the test responds to, and `/now`. */
export interface Scene {
  readonly app: Application;
  readonly server: Server;
  readonly port: number;
  connect(): Promise<RawClient>;
  /** The next exchange of `/hold`. */
  held(): Promise<Held>;
  /** Waits until the server has read a number of bytes from a connection; connections are counted from 0 in order of arrival. */
  hasRead(connection: number, bytes: number): Promise<void>;
}

export async function startScene({ create, isSecure }: Kind): Promise<Scene> {
  const app = create();
  const held: Held[] = [];
  app.get('/now', (_req, res) => res.send('now'));
  app.get('/hold', (req, res) => {
    held.push({ req, res });
    app.emit('held');
  });
  const server = app.listen(0, '127.0.0.1');
  const accepted: Socket[] = [];
  server.on(isSecure ? 'secureConnection' : 'connection', (socket: Socket) => accepted.push(socket));
  await once(server, 'listening');
  server.keepAliveTimeout = keepAliveTimeout;
  const { port } = server.address() as AddressInfo;
  return {
    app,
    server,
    port,
    connect: () => RawClient.open(port, isSecure),
    held: async () => {
      while (held.length === 0) await once(app, 'held');
      return held.shift() as Held;
    },
    hasRead: async (connection, bytes) => {
      while (!((accepted[connection]?.bytesRead ?? 0) >= bytes)) {
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}
