import { createServer } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import Koa from 'koa';
import { expect, test } from 'vitest';
import { fieldOf, request, responsesOnEveryLane, sameOnEveryLane, talkTo } from './lanes.ts';
import type { ReceivedResponse } from './raw-client.ts';

function application(): Koa {
  const app = new Koa({ keys: ['key'] });
  app.silent = true;
  app.use(async (ctx, next) => {
    ctx.set('X-Seen', 'before');
    await next();
    ctx.append('X-Seen', 'after');
  });
  app.use(async (ctx) => {
    switch (ctx.path) {
      case '/text':
        ctx.body = `${ctx.query.a}, ${ctx.get('X-A')}, ${ctx.ip}`;
        break;
      case '/json':
        await new Promise((resolve) => setTimeout(resolve, 3));
        ctx.body = { url: ctx.href };
        break;
      case '/bytes':
        ctx.body = Buffer.from([1, 2, 255]);
        break;
      case '/stream':
        ctx.type = 'text/plain';
        ctx.body = Readable.from(['one,', 'two']);
        break;
      case '/empty':
        ctx.body = null;
        break;
      case '/cookie':
        ctx.cookies.set('name', 'value', { signed: true });
        ctx.status = 201;
        ctx.message = 'Made It';
        break;
      case '/refused':
        ctx.throw(403, 'not you', { expose: true });
        break;
      case '/own':
        ctx.respond = false;
        ctx.res.writeHead(202, { 'X-Own': 'yes' });
        ctx.res.end('own');
        break;
      case '/echo': {
        const pieces: Buffer[] = [];
        for await (const piece of ctx.req) pieces.push(piece);
        ctx.body = Buffer.concat(pieces).toString('latin1').toUpperCase();
        break;
      }
    }
  });
  return app;
}

test('a Koa application responds to pipelined requests in order', async () => {
  const responses = await responsesOnEveryLane(
    (lane) => lane.over(createServer(application().callback())),
    [
      request('GET /text?a=b', ['X-A: c']),
      request('GET /json'),
      request('GET /bytes'),
      request('POST /echo', [], 'hello'),
      request('GET /stream'),
      request('HEAD /text'),
      request('GET /empty'),
      request('GET /cookie'),
      request('GET /refused'),
      request('GET /own'),
      request('PUT /echo', [], 'x'.repeat(20_000)),
      request('DELETE /none'),
    ],
  );
  expect(responses.map(({ status, reason, body }) => [status, reason, body])).toEqual([
    [200, 'OK', 'b, c, 127.0.0.1'],
    [200, 'OK', '{"url":"http://localhost/json"}'],
    [200, 'OK', '\x01\x02\xff'],
    [200, 'OK', 'HELLO'],
    [200, 'OK', 'one,two'],
    [200, 'OK', ''],
    [204, 'No Content', ''],
    [201, 'Made It', 'Made It'],
    [403, 'Forbidden', 'not you'],
    [202, 'Accepted', 'own'],
    [200, 'OK', 'X'.repeat(20_000)],
    [404, 'Not Found', 'Not Found'],
  ]);
  const seen = (response: ReceivedResponse | undefined): string[] =>
    (response?.rawHeaders ?? []).filter(([name]) => name === 'X-Seen').map(([, value]) => value);
  expect(seen(responses[0])).toEqual(['before', 'after']);
  expect(seen(responses[8])).toEqual([]);
  expect(seen(responses[9])).toEqual(['before']);
  const cookies = responses[7]?.rawHeaders.filter(([name]) => name.toLowerCase() === 'set-cookie');
  expect(cookies?.map(([, value]) => value)).toEqual([
    'name=value; path=/; httponly',
    expect.stringMatching(/^name\.sig=[\w-]+; path=\/; httponly$/),
  ]);
  expect(fieldOf(responses[4] as ReceivedResponse, 'Transfer-Encoding')).toBe('chunked');
});

test('a stream that Koa sends is destroyed when its client disconnects', async () => {
  const seen = await sameOnEveryLane(async (lane) => {
    const app = new Koa({});
    app.silent = true;
    const body = new PassThrough();
    const destroyed = new Promise<string>((resolve) => body.once('close', () => resolve('destroyed')));
    app.use((ctx) => {
      ctx.body = body;
      body.write('first');
    });
    return talkTo(lane.over(createServer(app.callback())), async ({ connect }) => {
      const client = await connect();
      await client.send(request('GET /'));
      const text = await client.until('first');
      await client.close();
      return [text.split('\r\n')[0], await destroyed];
    });
  });
  expect(seen).toEqual(['HTTP/1.1 200 OK', 'destroyed']);
});
