// Starts the server that the first argument names, closes it on a message, and reports when it has closed.
import { once } from 'node:events';

/** How long, in milliseconds, the handler takes. */
const WORK = 600;

/** @typedef {{ readonly server: import('node:http').Server, close(): Promise<unknown> }} Started */

/** Closes a server as its documentation says. @param {import('node:http').Server} server */
const closeServer = (server) => new Promise((resolve) => server.close(resolve));

/** @type {Record<string, () => Promise<Started>>} */
const servers = {
  async nextpress() {
    const { createServer } = await import('nextpress');
    const app = createServer();
    app.get('/', (_req, res) => void setTimeout(() => res.send('done'), WORK));
    return { server: app.listen(0, '127.0.0.1'), close: () => app.close() };
  },
  async 'nextpress/express'() {
    const { default: express } = await import('nextpress/express');
    const app = express();
    app.get('/', (_req, res) => void setTimeout(() => res.send('done'), WORK));
    const server = app.listen(0, '127.0.0.1');
    return { server, close: () => closeServer(server) };
  },
  async express() {
    const { default: express } = await import('express');
    const app = express();
    app.get('/', (_req, res) => void setTimeout(() => res.send('done'), WORK));
    const server = app.listen(0, '127.0.0.1');
    return { server, close: () => closeServer(server) };
  },
  async fastify() {
    const { fastify } = await import('fastify');
    const app = fastify();
    app.get('/', async () => {
      await new Promise((resolve) => setTimeout(resolve, WORK));
      return 'done';
    });
    void app.listen({ port: 0, host: '127.0.0.1' });
    return { server: app.server, close: () => app.close() };
  },
  async hono() {
    const { Hono } = await import('hono');
    const { serve } = await import('@hono/node-server');
    const app = new Hono();
    app.get('/', async (c) => {
      await new Promise((resolve) => setTimeout(resolve, WORK));
      return c.text('done');
    });
    const server = /** @type {import('node:http').Server} */ (
      serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
    );
    return { server, close: () => closeServer(server) };
  },
};

const name = process.argv[2] ?? '';
const { server, close } = await /** @type {() => Promise<Started>} */ (servers[name])();
if (!server.listening) await once(server, 'listening');
process.once('message', async () => {
  await close();
  process.send?.({ closedAt: String(process.hrtime.bigint()) });
});
process.send?.({ port: /** @type {import('node:net').AddressInfo} */ (server.address()).port });
