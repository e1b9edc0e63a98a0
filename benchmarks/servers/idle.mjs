// Servers whose clients stay connected and mostly wait: WebSockets, HTTP/2 and server-sent events.
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';

const EVENTS = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' };
const EVENT = 'data: hello\n\n';

/** @typedef {import('node:http').Server} Server */

/** @type {Record<string, Record<string, () => Server | Promise<Server>>>} */
const apps = {
  websocket: {
    async ws() {
      const { WebSocketServer } = await import('ws');
      const server = createHttpServer();
      new WebSocketServer({ server }).on('connection', (socket) => {
        socket.on('message', (data) => socket.send(data));
        socket.send('hello');
      });
      return server;
    },
    async nextpress() {
      const { createServer } = await import('nextpress');
      const { websocket } = await import('@nextpress/websocket');
      const app = websocket(createServer());
      app.ws('/', (connection) => {
        connection.on('message', (data) => void connection.send(data));
        void connection.send('hello');
      });
      return app.listen(0, '127.0.0.1');
    },
  },
  http2: {
    'node-http': () =>
      /** @type {Server} */ (
        /** @type {unknown} */ (createHttp2Server((_req, res) => void res.end('hello')))
      ),
    async fastify() {
      const { fastify } = await import('fastify');
      const app = fastify({ http2: true });
      app.get('/', (_request, reply) => void reply.send('hello'));
      await app.listen({ port: 0, host: '127.0.0.1' });
      return /** @type {Server} */ (/** @type {unknown} */ (app.server));
    },
    async nextpress() {
      const { createServer } = await import('nextpress');
      const app = createServer({ http2: true });
      app.get('/', (_req, res) => void res.send('hello'));
      return app.listen(0, '127.0.0.1');
    },
  },
  events: {
    'node-http': () => createHttpServer((_req, res) => void res.writeHead(200, EVENTS).write(EVENT)),
    async express() {
      const { default: express } = await import('express');
      const app = express();
      app.get('/', (_req, res) => void res.set(EVENTS).write(EVENT));
      return app.listen(0, '127.0.0.1');
    },
    async fastify() {
      const { fastify } = await import('fastify');
      const app = fastify();
      app.get('/', (_request, reply) => {
        reply.hijack();
        reply.raw.writeHead(200, EVENTS).write(EVENT);
      });
      await app.listen({ port: 0, host: '127.0.0.1' });
      return app.server;
    },
    async nextpress() {
      const { createServer } = await import('nextpress');
      const app = createServer();
      app.get('/', (_req, res) => void res.sse().send('hello'));
      return app.listen(0, '127.0.0.1');
    },
  },
};

/** @type {import('../servers.mjs').Serve} */
export async function serve(name, framework = '') {
  const server = await apps[name]?.[framework]?.();
  if (server === undefined) throw new Error(`${framework} has no app "${name}"`);
  return server;
}
