import { createServer, type RequestListener } from 'node:http';
import express from 'express';
import fastify from 'fastify';
import Koa from 'koa';
import { describe, expect, test } from 'vitest';
import { inject } from '../src/index.ts';

type Application = Parameters<typeof inject>[0];

/** Applications that respond with the method, the target, a header and the content of a request. */
const applications: readonly (readonly [string, () => Application | Promise<Application>])[] = [
  ['a listener of node:http', () => echo],
  ['a server of node:http', () => createServer(echo)],
  [
    'Express',
    () => express().use(express.text(), (req, res) => res.status(201).json(seen(req, req.body ?? ''))),
  ],
  [
    'Koa',
    () => {
      const app = new Koa();
      app.use(async (context) => {
        let text = '';
        for await (const chunk of context.req) text += String(chunk);
        context.status = 201;
        context.body = seen(context.req, text);
      });
      return app.callback();
    },
  ],
  [
    'Fastify',
    async () => {
      const app = fastify();
      app.all('/*', (req, reply) => reply.code(201).send(seen(req.raw, req.body ?? '')));
      await app.ready();
      return app.server;
    },
  ],
];

function seen({ method, url, headers }: Parameters<RequestListener>[0], text: unknown): object {
  return { method, url, header: headers['x-a'], text };
}

async function echo(...[req, res]: Parameters<RequestListener>): Promise<void> {
  let text = '';
  for await (const chunk of req) text += String(chunk);
  res.writeHead(201, { 'Content-Type': 'application/json' });
  res.end(JSON.stringify(seen(req, text)));
}

describe.each(applications)('inject() into %s', (_name, make) => {
  test('resolves with the response', async () => {
    const app = await make();
    const response = await inject(app, {
      method: 'PUT',
      url: '/tea?a=1',
      query: { b: '2' },
      headers: { 'X-A': 'b' },
      body: 'green',
    });
    expect(response.status).toBe(201);
    expect(response.headers['content-type']).toMatch(/^application\/json/);
    expect(response.json()).toEqual({ method: 'PUT', url: '/tea?a=1&b=2', header: 'b', text: 'green' });
    expect((await inject(app, '/')).json()).toMatchObject({ method: 'GET', url: '/' });
  });
});

test.each([undefined, {}, 'app'])('inject() refuses %o', async (app) => {
  await expect(inject(app as never, '/')).rejects.toThrow(/^Invalid application of inject\(\): expected/);
});
