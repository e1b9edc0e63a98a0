import { pinoHttp } from 'pino-http';
import { expect } from 'vitest';
import { packages } from '../works.ts';

const works = packages('pino-http');

works(
  'gives each request an id and a logger, and logs its response and its error',
  async ({ app, serve }) => {
    const lines: Record<string, unknown>[] = [];
    const write = (line: string): void => void lines.push(JSON.parse(line));
    app.use(pinoHttp({ genReqId: (req) => String(req.headers['x-request-id']) }, { write }));
    app.get('/users/:id', (req, res) => {
      req.log.info('inside');
      res.json(req.id);
    });
    app.get('/broken', (_req, res) => {
      res.err = new Error('broken');
      res.status(500).send('broken');
    });
    const { visitor } = await serve();
    expect((await visitor.get('/users/7?a=1', { 'X-Request-Id': 'one' })).json()).toBe('one');
    await visitor.get('/broken', { 'X-Request-Id': 'two' });
    await expect.poll(() => lines.length).toBe(3);
    const [inside, completed, errored] = lines;
    expect(inside).toMatchObject({ msg: 'inside', req: { id: 'one' } });
    expect(completed).toMatchObject({
      msg: 'request completed',
      req: { method: 'GET', url: '/users/7?a=1', query: { a: '1' }, remoteAddress: '127.0.0.1' },
      res: { statusCode: 200, headers: { 'content-type': 'application/json; charset=utf-8' } },
      responseTime: expect.any(Number),
    });
    expect(errored).toMatchObject({
      msg: 'request errored',
      res: { statusCode: 500 },
      err: { message: 'broken' },
    });
  },
);
