import type { Server } from 'node:http';
import { isFast, sameShape } from '@nextpress-internal/test-kit';
import { expect, test } from 'vitest';
import { createServer } from '../src/index.ts';

test('params have fast properties and one shape for each route, without a prototype', async () => {
  const seen: Record<string, object[]> = { one: [], several: [], list: [] };
  const app = createServer();
  app.get('/users/:id', (req, res) => res.send(String(seen.one?.push(req.params))));
  app.get('/users/:id/posts/:post', (req, res) => res.send(String(seen.several?.push(req.params))));
  app.get('/files/*path', (req, res) => res.send(String(seen.list?.push(req.params))));
  const server = await new Promise<Server>((resolve) => {
    const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
  });
  const { port } = server.address() as { port: number };
  const paths = [
    '/users/1',
    '/users/%41',
    '/users/1/posts/2',
    '/users/3/posts/%34',
    '/files/a',
    '/files/a/b',
  ];
  // The first ten objects of a constructor have room for properties that V8 takes away later, so they have another shape.
  for (let round = 0; round < 10; round++) {
    for (const path of paths) await fetch(`http://127.0.0.1:${port}${path}`);
  }
  await app.close();
  for (const [first, second] of Object.values(seen).map((params) => params.slice(-2)) as [object, object][]) {
    expect([Object.getPrototypeOf(first), isFast(first), sameShape(first, second)]).toEqual([
      null,
      true,
      true,
    ]);
  }
});
