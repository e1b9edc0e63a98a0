import { Writable } from 'node:stream';
import type { ErrorRequestHandler } from 'express';
import expressWinston from 'express-winston';
import { expect } from 'vitest';
import winston from 'winston';
import { packages } from '../works.ts';

const works = packages('winston express-winston');

works('log each response with its body, and each error with its stack', async ({ app, serve }) => {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)));
      done();
    },
  });
  const transports = [new winston.transports.Stream({ stream })];
  const format = winston.format.json();
  app.use(
    expressWinston.logger({
      transports,
      format,
      responseWhitelist: ['statusCode', 'body'],
      dynamicMeta: (req) => ({ base: req.baseUrl }),
    }),
  );
  app.get('/users/:id', (req, res) => void res.status(201).json({ id: req.params.id }));
  app.get('/broken', () => {
    throw new Error('broken');
  });
  app.use(expressWinston.errorLogger({ transports, format }));
  app.use(
    ((error, _req, res, _next) => void res.status(500).send(error.message)) satisfies ErrorRequestHandler,
  );
  const { visitor } = await serve();
  await visitor.get('/users/7?a=1');
  expect((await visitor.get('/broken')).text).toBe('broken');
  await expect.poll(() => lines.length).toBe(3);
  expect(lines.find(({ message }) => String(message).includes('/users'))).toMatchObject({
    level: 'info',
    message: 'HTTP GET /users/7?a=1',
    meta: {
      req: { url: '/users/7?a=1', method: 'GET', query: { a: '1' } },
      res: { statusCode: 201, body: { id: '7' } },
      base: '',
    },
  });
  expect(lines.find(({ level }) => level === 'error')).toMatchObject({
    message: 'middlewareError',
    meta: { stack: expect.stringContaining('broken') as unknown, req: { url: '/broken' } },
  });
});
