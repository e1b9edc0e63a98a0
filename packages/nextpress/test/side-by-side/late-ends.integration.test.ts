import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { RequestHandler } from 'express';
import theirs from 'express';
import ours from 'nextpress/express';
import { expect, test, vi } from 'vitest';
import type { Express } from './compare.ts';

/** Returns what a client receives until the connection is closed. */
async function converse(
  express: Express,
  build: (express: Express) => unknown,
  lane: boolean,
  method = 'GET',
): Promise<string> {
  const app = build(express) as ReturnType<Express>;
  const server = lane ? app.listen(0, '127.0.0.1') : createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => (text += chunk));
  socket.on('error', () => {});
  socket.write(`${method} /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  await once(socket, 'close');
  await new Promise((resolve) => server.close(resolve));
  return text.replace(/Date: .*\r\n/g, '');
}

const cases: Record<string, [RequestHandler, string?]> = {
  'an error after a part of the body': [
    (_req, res, next) => {
      res.write('partial');
      next(new Error('x'));
    },
  ],
  'an error after the response has ended': [
    (_req, res, next) => {
      res.end('all');
      next(new Error('x'));
    },
  ],
  'an error long after the response has ended': [
    (_req, res, next) => {
      res.end('all');
      setTimeout(() => next(new Error('x')), 20);
    },
  ],
  'a rejection after the response has ended': [
    async (_req, res) => {
      res.end('all');
      await delay(5);
      res.set('X-A', 'b');
    },
  ],
  'OPTIONS after the head has left': [
    (_req, res, next) => {
      res.writeHead(200);
      next();
    },
    'OPTIONS',
  ],
  'nothing after a part of the body': [
    (_req, res, next) => {
      res.write('partial');
      next();
      setTimeout(() => res.end(), 5);
    },
  ],
};

test.each(
  Object.entries(cases).flatMap(([name, [handler, method]]) =>
    [true, false].flatMap((lane) =>
      [
        ['last', lane],
        ['first', lane],
      ].map(([place]) => ({ name, handler, method, lane, place })),
    ),
  ),
)('$name, from the $place layer, in the fast lane: $lane', async ({ handler, method, lane, place }) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const build = (express: Express): unknown => {
    const app = express();
    if (method === 'OPTIONS') app.get('/a', (_req, res) => void res.end());
    app.use(handler);
    if (place === 'first') app.get('/b', (_req, res) => void res.end());
    return app;
  };
  const expected = await converse(theirs, build, false, method);
  expect(await converse(ours as unknown as Express, build, lane, method)).toEqual(expected);
  log.mockRestore();
});
