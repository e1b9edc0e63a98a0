import { once } from 'node:events';
import { Agent, createServer, type RequestListener, type Server } from 'node:http';
import { Readable } from 'node:stream';
import { createProxyServer } from 'http-proxy-3';
import { createHttpTerminator } from 'http-terminator';
import supertest from 'supertest';
import { Client, fetch, Pool } from 'undici';
import { describe, expect, test } from 'vitest';
import { type Lane, request, responsesOnEveryLane, sameOnEveryLane, talkTo } from './lanes.ts';

const listener: RequestListener = async (req, res) => {
  const pieces: Buffer[] = [];
  for await (const piece of req) pieces.push(piece);
  const body = Buffer.concat(pieces);
  res.setHeader('X-Seen', `${req.headers['x-a']}`);
  if (req.url === '/slow') await new Promise((resolve) => setTimeout(resolve, 30));
  if (req.url === '/stream') return void Readable.from(['one,', 'two']).pipe(res);
  res.end(`${req.method} ${req.url} ${body.length}`);
};

test('supertest requests a server that it starts itself', async () => {
  const seen = await sameOnEveryLane(
    async (lane) => {
      const server = lane.over(createServer(listener));
      const first = await supertest(server).get('/a?b=c').set('X-A', 'd').expect(200).expect('X-Seen', 'd');
      const second = await supertest(server).post('/form').send({ json: true });
      const third = await supertest(server).head('/');
      const agent = supertest.agent(server);
      const fourth = await agent.get('/stream');
      return [first.text, second.text, third.text, fourth.text];
    },
    { servedBy: 'either' },
  );
  expect(seen).toEqual(['GET /a?b=c 0', 'POST /form 13', undefined, 'one,two']);
});

describe('http-proxy-3', () => {
  /** A proxy on the lane, in front of a server on the lane. */
  const proxied = <T>(lane: Lane, talk: (front: Server) => Promise<T>): Promise<T> =>
    talkTo(lane.over(createServer(listener)), async ({ url }) => {
      // Without an agent the proxy closes after each response.
      const agent = new Agent({ keepAlive: true });
      const proxy = createProxyServer({ target: url, agent });
      const front = lane.over(createServer((req, res) => void proxy.web(req, res)));
      try {
        return await talk(front);
      } finally {
        proxy.close();
        agent.destroy();
      }
    });

  test('forwards requests and bodies, and returns the responses', async () => {
    const responses = await sameOnEveryLane((lane) =>
      proxied(lane, (front) =>
        talkTo(front, async ({ connect }) => {
          const client = await connect();
          const responses = await client.exchange(
            request('GET /a?b', ['X-A: 1']) + request('POST /b', ['X-A: 2'], 'body') + request('GET /stream'),
            3,
          );
          return [...responses, ...(await client.exchange(request('PUT /c', [], 'x'.repeat(50_000))))];
        }),
      ),
    );
    expect(responses.map(({ body }) => body)).toEqual(['GET /a?b 0', 'POST /b 4', 'one,two', 'PUT /c 50000']);
  });

  test('forwards many requests from a pool', async () => {
    const texts = await sameOnEveryLane((lane) =>
      proxied(lane, (front) =>
        talkTo(front, async ({ url }) => {
          const dispatcher = new Pool(url, { connections: 3, pipelining: 5 });
          const texts = await Promise.all(
            Array.from({ length: 40 }, async (_, n) => {
              const post = { method: 'POST', body: 'x'.repeat(n * 100) };
              return (await fetch(`${url}/${n}`, { dispatcher, ...(n % 2 === 0 && post) })).text();
            }),
          );
          await dispatcher.close();
          return texts;
        }),
      ),
    );
    expect(texts.slice(0, 3)).toEqual(['POST /0 0', 'GET /1 0', 'POST /2 200']);
    expect(texts.length).toBe(40);
  });
});

test('a pipelining undici client gets every response in order', async () => {
  const texts = await sameOnEveryLane((lane) =>
    talkTo(lane.over(createServer(listener)), async ({ url }) => {
      const client = new Client(url, { pipelining: 10 });
      const texts = await Promise.all(
        Array.from({ length: 50 }, async (_, n) => {
          const { body } = await client.request({ method: 'GET', path: n % 7 === 0 ? '/slow' : `/${n}` });
          return body.text();
        }),
      );
      await client.close();
      return texts;
    }),
  );
  expect(texts.slice(6, 9)).toEqual(['GET /6 0', 'GET /slow 0', 'GET /8 0']);
});

test('responses to a raw client are the same regardless of how the requests arrive', async () => {
  const responses = await responsesOnEveryLane(
    (lane) => lane.over(createServer(listener)),
    [
      request('GET /1'),
      request('DELETE /2'),
      request('OPTIONS /3'),
      request('PATCH /slow', [], 'body'),
      request('GET /stream'),
    ],
  );
  expect(responses.map(({ body }) => body)).toEqual([
    'GET /1 0',
    'DELETE /2 0',
    'OPTIONS /3 0',
    'PATCH /slow 4',
    'one,two',
  ]);
});

test('ordinary and other requests alternate on one connection', async () => {
  const odd = [
    request('POST /chunked', ['Transfer-Encoding: chunked']).concat('4\r\nbody\r\n0\r\n\r\n'),
    request('GET http://localhost/absolute'),
    request('GET /listed', ['Connection: Keep-Alive, x']),
    request('GET /with-body', [], 'body'),
    request('TRACE /trace'),
    request('GET /%C3%A9', ['X-A: \xe9']),
    request('DELETE /chunked', ['Transfer-Encoding: chunked']).concat('0\r\nX-Trailer: 1\r\n\r\n'),
    request('PUT /long', [], 'x'.repeat(100_000)),
  ];
  const mixed = odd.flatMap((text, n) => [request(`GET /${n}`), text, request(`POST /${n}`, [], 'ordinary')]);
  const responses = await responsesOnEveryLane((lane) => lane.over(createServer(listener)), mixed);
  expect(responses).toHaveLength(mixed.length);
  expect(responses.map(({ body }) => body)).toContain('POST /chunked 4');
});

test('http-terminator ends idle connections, waits for the busy one and sends it Connection: close', async () => {
  const seen = await sameOnEveryLane(async (lane) => {
    const server = lane.over(createServer(listener));
    const terminator = createHttpTerminator({ server, gracefulTerminationTimeout: 3_000 });
    return talkTo(server, async ({ connect }) => {
      const [idle, busy] = [await connect(), await connect()];
      await idle.exchange(request('GET /'));
      await busy.exchange(request('GET /'));
      const awaitingTicks = once(server, 'request');
      await busy.send(request('GET /slow'));
      await awaitingTicks;
      const terminated = terminator.terminate();
      const texts = [await idle.rest(), await busy.rest()];
      await terminated;
      return { texts, listening: server.listening };
    });
  });
  expect(seen.texts[0]).toBe('');
  expect(seen.texts[1]).toMatch(/^HTTP\/1\.1 200 OK\r\n.*connection: close\r\n.*GET \/slow 0/s);
  expect(seen.listening).toBe(false);
});
