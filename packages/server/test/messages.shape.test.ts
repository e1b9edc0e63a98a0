import type { Server } from 'node:http';
import { sameShape } from '@nextpress-internal/test-kit';
import { expect, test } from 'vitest';
import { createServer, type Request, type Response } from '../src/index.ts';

test('requests and responses of one application have one shape on all routes', async () => {
  const requests: object[] = [];
  const responses: object[] = [];
  const keep = (req: Request<unknown>, res: Response): void => {
    requests.push(req);
    responses.push(res);
    res.end();
  };
  const app = createServer();
  app.get('/early/:id', keep);
  app.use((_req, _res, next) => next());
  app.get('/static', keep);
  app.get('/dynamic/:id', keep);
  const server = await new Promise<Server>((resolve) => {
    const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
  });
  const { port } = server.address() as { port: number };
  for (const path of ['/early/7', '/static', '/dynamic/7', '/static?a=1', '/%73tatic']) {
    await fetch(`http://127.0.0.1:${port}${path}`);
  }
  await app.close();
  expect(requests).toHaveLength(5);
  expect(requests.map((req) => sameShape(req, requests[0] as object))).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(responses.map((res) => sameShape(res, responses[0] as object))).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
});
