import { createServer, type Server } from 'node:http';
import { Readable } from 'node:stream';
import { until } from '@nextpress-internal/test-kit';
import fastify, { type FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { fieldOf, type Lane, request, responsesOnEveryLane, sameOnEveryLane, talkTo } from './lanes.ts';
import { RawClient, type ReceivedResponse } from './raw-client.ts';

/** An application whose server runs on the lane; Fastify adds a `'clientError'` listener to it. */
function application(lane: Lane): FastifyInstance {
  const app = fastify({
    serverFactory: (handler) => lane.over(createServer((req, res) => handler(req, res))),
    genReqId: () => 'one',
  });
  app.addHook('onRequest', async (req, reply) => {
    reply.header('X-Id', req.id);
  });
  app.addHook('onSend', async (_req, _reply, payload) =>
    typeof payload === 'string' ? payload.replace('old', 'new') : payload,
  );
  app.get<{ Params: { id: string } }>('/users/:id', async ({ params, query, ip, hostname }) => ({
    ...params,
    query,
    ip,
    hostname,
  }));
  app.get('/text', (_req, reply) => {
    reply.code(203).send('old text');
  });
  app.get('/bytes', (_req, reply) => {
    reply.send(Buffer.from([1, 2, 255]));
  });
  app.get('/stream', (_req, reply) => {
    reply.type('text/plain').send(Readable.from(['one,', 'two']));
  });
  app.get('/late', async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return { late: true };
  });
  app.get('/own', (_req, reply) => {
    reply.hijack();
    reply.raw.writeHead(202, { 'X-Own': 'yes' });
    reply.raw.end('own');
  });
  app.get('/broken', async () => {
    throw new Error('broken');
  });
  const schema = {
    body: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
    response: { 200: { type: 'object', properties: { n: { type: 'integer' }, twice: { type: 'integer' } } } },
  };
  app.post<{ Body: { n: number } }>('/twice', { schema }, async ({ body }) => ({
    ...body,
    twice: body.n * 2,
    hidden: true,
  }));
  return app;
}

const pipelined = [
  request('GET /users/7?a=1&b=2'),
  request('GET /late'),
  request('POST /twice', ['Content-Type: application/json'], '{"n":4}'),
  request('GET /text'),
  request('HEAD /text'),
  request('GET /bytes'),
  request('GET /stream'),
  request('GET /own'),
  request('POST /twice', ['Content-Type: application/json'], '{"n":"x"}'),
  request('POST /twice', ['Content-Type: text/csv'], 'a,b'),
  request('GET /broken'),
  request('GET /none'),
  request('GET /users/8'),
];

test('a Fastify application responds to pipelined requests in order', async () => {
  const build = async (lane: Lane): Promise<Server> => {
    const app = application(lane);
    await app.ready();
    return app.server;
  };
  const allReceived = await responsesOnEveryLane(build, pipelined);
  expect(allReceived.map(({ status, body }) => [status, body])).toEqual([
    [200, '{"id":"7","query":{"a":"1","b":"2"},"ip":"127.0.0.1","hostname":"localhost"}'],
    [200, '{"late":true}'],
    [200, '{"n":4,"twice":8}'],
    [203, 'new text'],
    [203, ''],
    [200, '\x01\x02\xff'],
    [200, 'one,two'],
    [202, 'own'],
    [400, expect.stringContaining('body/n must be integer')],
    [415, expect.stringContaining('FST_ERR_CTP_INVALID_MEDIA_TYPE')],
    [500, '{"statusCode":500,"error":"Internal Server Error","message":"broken"}'],
    [404, '{"message":"Route GET:/none not found","error":"Not Found","statusCode":404}'],
    [200, '{"id":"8","query":{},"ip":"127.0.0.1","hostname":"localhost"}'],
  ]);
  expect(fieldOf(allReceived[0] as ReceivedResponse, 'X-Id')).toBe('one');
  expect(fieldOf(allReceived[7] as ReceivedResponse, 'X-Id')).toBe(undefined);
});

test('a request pipelined after a Fastify response that closes the connection gets no response', async () => {
  const text = await sameOnEveryLane(async (lane) => {
    const app = application(lane);
    await app.ready();
    return talkTo(app.server, async ({ connect }) => {
      const client = await connect();
      const bad = request('POST /twice', ['Content-Type: application/json'], '{');
      await client.send(request('GET /text') + bad + request('GET /text'));
      return client.rest();
    });
  });
  expect(text.match(/HTTP.*|^connection: close/gm)).toEqual([
    'HTTP/1.1 203 Non-Authoritative Information',
    'HTTP/1.1 400 Bad Request',
    'connection: close',
  ]);
});

test("Fastify's 'clientError' listener responds to bytes that can't be parsed", async () => {
  const text = await sameOnEveryLane(async (lane) => {
    const app = application(lane);
    await app.ready();
    return talkTo(app.server, async ({ connect }) => {
      const client = await connect();
      const [first] = await client.exchange(request('GET /text'));
      await client.send('GET / HTTP/1.1\r\nno colon\r\n\r\n');
      return `${first?.status} ${await client.rest()}`;
    });
  });
  expect(text).toMatch(/^203 HTTP\/1\.1 400 Bad Request\r\n.*"message":"Client Error"/s);
});

test('closing a Fastify application ends idle connections and waits for the busy one', async () => {
  const seen = await sameOnEveryLane(async (lane) => {
    const app = application(lane);
    let received = (): void => {};
    app.get('/held', (_req, reply) => {
      received = () => void reply.send('held');
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as { port: number };
    const [idle, busy] = [await RawClient.open({ port }), await RawClient.open({ port })];
    await idle.exchange(request('GET /text'));
    await busy.exchange(request('GET /text'));
    await busy.send(request('GET /held'));
    await until(() => received.toString() !== '() => {}');
    const closed = app.close();
    const rest = await idle.rest();
    received();
    const held = await busy.response();
    await busy.close();
    await closed;
    return { rest, held };
  });
  expect(seen.rest).toBe('');
  expect(seen.held).toMatchObject({ status: 200, body: 'held' });
});
