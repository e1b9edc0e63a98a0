// A server in a process of its own: `servers.mjs <name> <root>` serves the root, tells its port, and the processor time that
// it has used whenever it is asked.
import { createServer } from 'node:http';
import { fastLane } from '@nextpress/fast-lane';
import { serveStatic } from '@nextpress/static';
import peer from 'serve-static';
import sirv from 'sirv';

/** @typedef {(req: import('node:http').IncomingMessage, res: import('node:http').ServerResponse, next: () => void) => void} Middleware */

/** @param {Middleware} middleware */
const plain = (middleware) =>
  createServer((req, res) => middleware(req, res, () => res.writeHead(404, { 'Content-Length': 0 }).end()));

/** @type {Record<string, (root: string) => import('node:http').Server | Promise<import('node:http').Server>>} */
export const servers = {
  'static, live': (root) => plain(serveStatic(root)),
  'static, snapshot': (root) => plain(serveStatic(root, { snapshot: true })),
  'static, snapshot, fast lane': (root) => fastLane(plain(serveStatic(root, { snapshot: true }))),
  'serve-static': (root) => plain(peer(root)),
  'sirv, dev': (root) => plain(sirv(root, { dev: true, etag: true })),
  sirv: (root) => plain(sirv(root, { etag: true })),
  '@fastify/static': async (root) => {
    const { fastify } = await import('fastify');
    const app = fastify();
    app.register((await import('@fastify/static')).default, { root });
    await app.ready();
    return app.server;
  },
};

const [, file, name = '', root = ''] = process.argv;
if (file === import.meta.filename && name !== '') await start();

async function start() {
  const server = await servers[name]?.(root);
  server?.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.(typeof address === 'object' ? address?.port : undefined);
  });
  process
    .on('disconnect', () => process.exit())
    .on('message', () => {
      const { user, system } = process.cpuUsage();
      process.send?.({ cpu: user + system, memory: process.memoryUsage.rss() });
    });
}
