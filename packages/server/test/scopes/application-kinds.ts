import { once } from 'node:events';
import { createServer as createNodeServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeServer, type Listening, listen } from '@nextpress-internal/test-kit';
import { createExpressApplication } from '../../src/express.ts';
import { type Application, createServer, type Router } from '../../src/index.ts';

type Make = (options?: Parameters<typeof createServer>[0]) => Application;

const kinds: readonly [string, Make][] = [
  ['createServer()', (options) => createServer({ logError: () => {}, ...options })],
  ['an Express 5 application', () => createExpressApplication(5)],
  ['an Express 4 application', () => createExpressApplication(4)],
];

const lanes: readonly [string, (app: Application) => Promise<Listening>][] = [
  [
    'the fast lane',
    async (app) => {
      const server = app.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      return { port, url: `http://127.0.0.1:${port}`, close: () => closeServer(server) };
    },
  ],
  ["Node's lane", (app) => listen(createNodeServer(app))],
];

/** Each kind of application in each lane. */
export const hosts: readonly [string, Make, (app: Application) => Promise<Listening>][] = kinds.flatMap(
  ([kind, make]) => lanes.map(([lane, start]): (typeof hosts)[number] => [`${kind} in ${lane}`, make, start]),
);

/** The router of an application, which has another name in Express 4. */
export function routerOf(app: Application): Router {
  return '_router' in app ? (app._router as Router) : app.router;
}
