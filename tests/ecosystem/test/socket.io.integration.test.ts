import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { expect } from 'vitest';
import { packages } from '../works.ts';

const works = packages('socket.io');

for (const transports of [['websocket'], ['polling'], ['polling', 'websocket']]) {
  works(`talks over ${transports.join(', then ')} next to the application`, async ({ app, serve }) => {
    app.get('/', (_req, res) => void res.send('page'));
    const { server, url, visitor } = await serve();
    const sockets = new Server(server);
    sockets.on('connection', (socket) => {
      socket.on('add', (a: number, b: number, reply: (sum: number) => void) => reply(a + b));
      socket.on('large', (bytes: Buffer, reply: (size: number) => void) => reply(bytes.length));
    });
    const client = io(url, { transports });
    try {
      expect(await client.emitWithAck('add', 2, 3)).toBe(5);
      expect(await client.emitWithAck('large', Buffer.alloc(100_000))).toBe(100_000);
      expect((await visitor.get('/')).text).toBe('page');
      const script = await visitor.get('/socket.io/socket.io.min.js');
      expect(script.headers.get('content-type')).toContain('javascript');
    } finally {
      client.close();
      await sockets.close();
    }
  });
}

works('runs the middleware that the application runs', async ({ app, serve }) => {
  const mark = (req: IncomingMessage, res: ServerResponse, next: () => void): void => {
    res.setHeader('X-Marked', String(req.headers['x-mark']));
    next();
  };
  app.use(mark);
  app.get('/', (_req, res) => void res.send('page'));
  const { server, visitor } = await serve();
  const sockets = new Server(server);
  sockets.engine.use(mark);
  try {
    for (const path of ['/', '/socket.io/?EIO=4&transport=polling']) {
      const { status, headers } = await visitor.get(path, { 'X-Mark': path });
      expect([status, headers.get('x-marked')]).toEqual([200, path]);
    }
  } finally {
    await sockets.close();
  }
});
