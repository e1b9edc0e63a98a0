import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { expect } from 'vitest';
import { packages } from '../works.ts';

const works = packages('socket.io');

for (const transports of [['websocket'], ['polling'], ['polling', 'websocket']]) {
  works(
    `talks over ${transports.join(', then ')} beside the application, which shares its middleware`,
    async ({ app, serve }) => {
      app.get('/', (_req, res) => void res.send('page'));
      const { server, url, visitor } = await serve();
      const sockets = new Server(server);
      sockets.engine.use(
        (_req: unknown, res: { setHeader(name: string, value: string): void }, next: () => void) => {
          if ('setHeader' in res) res.setHeader('X-Shared', 'yes');
          next();
        },
      );
      sockets.on('connection', (socket) => {
        socket.on('add', (a: number, b: number, answer: (sum: number) => void) => answer(a + b));
        socket.on('large', (bytes: Buffer, answer: (size: number) => void) => answer(bytes.length));
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
    },
  );
}
