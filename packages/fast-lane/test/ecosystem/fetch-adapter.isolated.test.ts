import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { until } from '@nextpress-internal/test-kit';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { request, responsesOnEveryLane, sameOnEveryLane, talkTo } from './lanes.ts';

function application(): Hono {
  const app = new Hono();
  app.get('/users/:id', (c) =>
    c.json({ id: c.req.param('id'), query: c.req.query(), a: c.req.header('x-a') }),
  );
  app.post('/echo', async (c) => c.text((await c.req.text()).toUpperCase(), 201));
  app.post('/form', async (c) => c.json(await c.req.parseBody()));
  app.get('/bytes', (c) => c.body(new Uint8Array([1, 2, 255])));
  app.get('/stream', () => {
    const pieces = ['one,', 'two,', 'three'];
    return new Response(
      new ReadableStream({
        async pull(controller) {
          const piece = pieces.shift();
          if (piece === undefined) return controller.close();
          await new Promise((resolve) => setTimeout(resolve, 1));
          controller.enqueue(Buffer.from(piece));
        },
      }),
    );
  });
  app.get('/late', async (c) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return c.html('<p>late</p>');
  });
  app.get('/cookies', (c) => {
    c.header('Set-Cookie', 'a=1', { append: true });
    c.header('Set-Cookie', 'b=2', { append: true });
    return c.redirect('/late');
  });
  app.get('/broken', () => {
    throw new Error('broken');
  });
  app.onError((error, c) => c.text(error.message, 500));
  return app;
}

const form = ['--limit', 'Content-Disposition: form-data; name="a"', '', 'b', '--limit--', ''].join('\r\n');

test('fetch handlers respond through @hono/node-server', async () => {
  const responses = await responsesOnEveryLane(
    (lane) => lane.over(createServer(getRequestListener(application().fetch))),
    [
      request('GET /users/7?a=1', ['X-A: b']),
      request('GET /late'),
      request('POST /echo', [], 'body'),
      request('POST /form', ['Content-Type: multipart/form-data; boundary=limit'], form),
      request('GET /stream'),
      request('HEAD /late'),
      request('GET /bytes'),
      request('GET /cookies'),
      request('GET /broken'),
      request('POST /echo', [], 'x'.repeat(50_000)),
      request('GET /none'),
    ],
  );
  expect(responses.map(({ status, body }) => [status, body])).toEqual([
    [200, '{"id":"7","query":{"a":"1"},"a":"b"}'],
    [200, '<p>late</p>'],
    [201, 'BODY'],
    [200, '{"a":"b"}'],
    [200, 'one,two,three'],
    [200, ''],
    [200, '\x01\x02\xff'],
    [302, ''],
    [500, 'broken'],
    [201, 'X'.repeat(50_000)],
    [404, '404 Not Found'],
  ]);
  expect(responses[7]?.rawHeaders.filter(([name]) => name.toLowerCase() === 'set-cookie')).toHaveLength(2);
});

test("the signal of a fetch handler's request is aborted when its client disconnects", async () => {
  const aborted = await sameOnEveryLane(async (lane) => {
    const app = application();
    let isHeld = false;
    const told = new Promise<boolean>((resolve) => {
      app.get('/held', (c) => {
        const { signal } = c.req.raw;
        isHeld = true;
        signal.addEventListener('abort', () => resolve(signal.aborted));
        return new Promise<Response>(() => {});
      });
    });
    return talkTo(lane.over(createServer(getRequestListener(app.fetch))), async ({ connect }) => {
      const client = await connect();
      await client.exchange(request('GET /late'));
      await client.send(request('GET /held'));
      await until(() => isHeld);
      await client.close();
      return told;
    });
  });
  expect(aborted).toBe(true);
});
