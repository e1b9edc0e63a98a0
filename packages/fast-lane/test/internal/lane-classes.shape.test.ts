import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { type NodeResponse, OUT_HEADERS } from '@nextpress-internal/internals/node';
import { isFast, sameShape } from '@nextpress-internal/test-kit';
import { describe, expect, test } from 'vitest';
import { fastLane } from '../../src/index.ts';
import { request, talkTo } from '../ecosystem/lanes.ts';

interface Moment {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** Whether both are in fast mode. */
  readonly isFast: [boolean, boolean];
}

const momentOf = (req: IncomingMessage, res: ServerResponse): Moment => ({
  req,
  res,
  isFast: [isFast(req), isFast(res)],
});

/** Serves requests one by one, then pipelined. */
async function serve(lazy: boolean, targets: readonly string[], listener: RequestListener): Promise<void> {
  const server = fastLane(createServer(listener), { lazy });
  await talkTo(server, async ({ connect }) => {
    const client = await connect();
    const texts = targets.map((target) => request(`GET ${target}`, ['Accept: text/html', 'X-A: a']));
    for (const text of texts) await client.exchange(text);
    await client.exchange(texts.join(''), texts.length);
  });
  expect(server.stats().fast).toBe(2 * targets.length);
}

describe.each([false, true])('with lazy: %s', (lazy) => {
  test('requests and responses stay in fast mode until their end', async () => {
    const moments: Moment[] = [];
    await serve(lazy, ['/1', '/2'], (req, res) => {
      moments.push(momentOf(req, res));
      res.setHeader('X-A', 'a');
      res.writeHead(200, { 'Content-Type': 'text/plain' });
      moments.push(momentOf(req, res));
      res.end('content');
      moments.push(momentOf(req, res));
    });
    expect(moments).toHaveLength(12);
    expect(moments.map(({ isFast }) => isFast)).toEqual(moments.map(() => [true, true]));
    // Even when everything after them is done.
    expect(moments.map(({ req, res }) => momentOf(req, res).isFast)).toEqual(moments.map(() => [true, true]));
  });

  test('all requests have one shape, and so do all responses, when created and when ended', async () => {
    const fresh: Moment[] = [];
    const shapes: boolean[][] = [];
    const compare = (): void => {
      const [first, ...others] = fresh as [Moment, ...Moment[]];
      for (const { req, res } of others) shapes.push([sameShape(req, first.req), sameShape(res, first.res)]);
    };
    const server = fastLane(
      createServer((req, res) => {
        fresh.push(momentOf(req, res));
        if (fresh.length < 3) return;
        compare();
        for (const { res } of fresh) res.end('content');
      }),
      { lazy },
    );
    await talkTo(server, async ({ connect }) => {
      const client = await connect();
      const targets = ['/', '/2?a=b', `/${'3'.repeat(100)}`];
      await client.exchange(targets.map((target) => request(`GET ${target}`, ['X-A: a'])).join(''), 3);
    });
    compare();
    expect(shapes).toEqual(Array(4).fill([true, true]));
  });

  test('the table of response headers is in fast mode, unlike in Node', async () => {
    const tables: boolean[] = [];
    await serve(lazy, ['/1'], (_req, res) => {
      for (const name of ['X-A', 'Content-Type', 'Cache-Control', 'X-B']) res.setHeader(name, 'a');
      tables.push(isFast((res as unknown as NodeResponse)[OUT_HEADERS] as object));
      res.end();
    });
    expect(tables).toEqual([true, true]);
    const unserved: boolean[] = [];
    const plain = createServer((_req, res) => {
      res.setHeader('X-A', 'a');
      unserved.push(isFast((res as unknown as NodeResponse)[OUT_HEADERS] as object));
      res.end();
    });
    await talkTo(plain, async ({ connect }) => (await connect()).exchange(request('GET /')));
    expect(unserved).toEqual([false]);
  });
});
