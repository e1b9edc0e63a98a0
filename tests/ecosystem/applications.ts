import { createServer as createHttpServer, type Server } from 'node:http';
import { http2Gateway, type Listening } from '@nextpress-internal/test-kit';
import express, { type Express } from 'express';
import { createServer, type ServerOptions } from 'nextpress';
import nextpressExpress from 'nextpress/express';

/** A way to make an application and to serve it. */
export interface Subject {
  /** What makes the application. */
  readonly maker: 'express' | 'createServer()' | 'nextpress/express';
  /** What reads its requests: the fast lane, `node:http` for `app.listen`, or the user's own `http.createServer(app)`. */
  readonly lane: 'fast lane' | "Node's lane" | 'http.createServer(app)' | 'HTTP/2';
  create(): Express;
  /** A server on a free loopback port. */
  listen(app: Express): Server;
  /** Makes a server that listens reachable for clients of HTTP/1.1, if it is not itself. */
  reach?(server: Server): Promise<Listening>;
}

const loopback = '127.0.0.1';

// The same handlers run everywhere, so every application is taken for Express's.
const nextpress = (options?: ServerOptions): Express => createServer(options) as unknown as Express;
const moved = (): Express => nextpressExpress() as unknown as Express;
const listen = (app: Express): Server => app.listen(0, loopback);
const listenOutside = (app: Express): Server => createHttpServer(app).listen(0, loopback);

/** Express itself comes first: what it doesn't do isn't expected of anyone. */
export const subjects: readonly Subject[] = [
  { maker: 'express', lane: 'http.createServer(app)', create: () => express(), listen: listenOutside },
  { maker: 'createServer()', lane: 'fast lane', create: nextpress, listen },
  {
    maker: 'createServer()',
    lane: "Node's lane",
    create: () => nextpress({ fastLane: false }),
    listen,
  },
  { maker: 'createServer()', lane: 'http.createServer(app)', create: nextpress, listen: listenOutside },
  {
    maker: 'createServer()',
    lane: 'HTTP/2',
    create: () => nextpress({ http2: true }),
    listen,
    reach: http2Gateway,
  },
  { maker: 'nextpress/express', lane: 'fast lane', create: moved, listen },
  { maker: 'nextpress/express', lane: 'http.createServer(app)', create: moved, listen: listenOutside },
];
