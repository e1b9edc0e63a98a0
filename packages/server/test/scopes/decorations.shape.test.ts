import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { closeServer, sameShape } from '@nextpress-internal/test-kit';
import { expect, test } from 'vitest';
import { createServer, type Request } from '../../src/index.ts';

test('requests with an assigned property have one shape', async () => {
  const requests: Request[] = [];
  const app = createServer();
  app.decorateRequest('user', null as object | null).get('/:id', (req, res) => {
    req.user = { id: req.params.id };
    requests.push(req);
    res.end();
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  for (const id of ['1', '2', '3']) await (await fetch(`http://127.0.0.1:${port}/${id}`)).text();
  await closeServer(server);
  const [first, second, third] = requests as [Request, Request, Request];
  expect([second, third].map((req) => sameShape(first, req))).toEqual([true, true]);
});
