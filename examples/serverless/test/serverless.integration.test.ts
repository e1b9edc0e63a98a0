import { expect, test } from 'vitest';
import { handler } from '../events.mjs';
import platform from '../fetch.mjs';

test('responds through fetch', async () => {
  const hello = await platform.fetch(new Request('https://shop.example/hello/ada'), {
    remoteAddress: '10.0.0.1',
  });
  expect(await hello.json()).toEqual({ hello: 'ada', from: '10.0.0.1' });
  const order = await platform.fetch(
    new Request('https://shop.example/orders', {
      method: 'POST',
      body: '{"tea":2}',
      headers: { 'Content-Type': 'application/json' },
    }),
  );
  expect([order.status, await order.json()]).toEqual([201, { ordered: { tea: 2 } }]);
});

test('responds to an API Gateway event', async () => {
  const event = {
    version: '2.0',
    rawPath: '/orders',
    rawQueryString: '',
    headers: { 'content-type': 'application/json', host: 'shop.example' },
    requestContext: { http: { method: 'POST', sourceIp: '10.0.0.1' } },
    body: '{"tea":2}',
    isBase64Encoded: false,
  };
  const { statusCode, body } = (await handler(event as never, {} as never)) as {
    statusCode: number;
    body: string;
  };
  expect([statusCode, JSON.parse(body)]).toEqual([201, { ordered: { tea: 2 } }]);
});
