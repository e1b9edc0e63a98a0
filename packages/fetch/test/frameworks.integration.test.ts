// Real applications of web-standard frameworks, in both lanes and in Express.
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from '@nextpress/server';
import { createTRPCClient, httpBatchStreamLink } from '@trpc/client';
import { initTRPC } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { betterAuth } from 'better-auth';
import { memoryAdapter } from 'better-auth/adapters/memory';
import express from 'express';
import { H3, readBody } from 'h3';
import { Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { cors } from 'hono/cors';
import { logger } from 'hono/logger';
import { streamSSE } from 'hono/streaming';
import { AutoRouter, error } from 'itty-router';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { type FetchHandler, fromFetch } from '../src/index.ts';

type AddHandler = (handler: ReturnType<typeof fromFetch>) => Server;

const hosts: Record<string, AddHandler> = {
  'the fast lane': (handler) =>
    createServer({ logError: () => {} })
      .use(handler)
      .listen(0, '127.0.0.1'),
  'the lane of Node': (handler) =>
    createServer({ fastLane: false, logError: () => {} })
      .use(handler)
      .listen(0, '127.0.0.1'),
  Express: (handler) => express().use(handler).listen(0, '127.0.0.1'),
};

describe.each(Object.entries(hosts))('in %s', (_name, add) => {
  async function serve(handler: unknown): Promise<string> {
    const server = add(fromFetch(handler as FetchHandler));
    if (!server.listening) await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  const post = (body: unknown, headers = {}) => ({
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...headers },
  });

  test('Hono', async () => {
    const lines: string[] = [];
    const hono = new Hono();
    hono.use(
      logger((line) => lines.push(line)),
      cors({ origin: 'http://a', credentials: true }),
    );
    hono.get('/users/:id', (c) => c.json({ id: c.req.param('id'), q: c.req.queries('q') }));
    hono.post('/form', async (c) => {
      const { file, name } = await c.req.parseBody();
      setCookie(c, 'name', String(name), { httpOnly: true });
      return c.text(`${(file as File).size} ${getCookie(c, 'old')}`, 201);
    });
    hono.get('/events', (c) =>
      streamSSE(c, async (stream) => {
        for (const data of ['1', '2']) await stream.writeSSE({ data, event: 'tick' });
      }),
    );
    hono.onError((_error, c) => c.text('sorry', 503));
    hono.get('/fail', () => {
      throw new Error('failed');
    });
    hono.get('/moved', (c) => c.redirect('/users/1'));
    const origin = await serve(hono.fetch);
    const user = await fetch(`${origin}/users/7?q=1&q=2`, { headers: { Origin: 'http://a' } });
    expect(user.headers.get('access-control-allow-origin')).toBe('http://a');
    expect(await user.json()).toEqual({ id: '7', q: ['1', '2'] });
    const form = new FormData();
    form.set('name', 'ada');
    form.set('file', new File(['abc'], 'a.txt'));
    const sent = await fetch(`${origin}/form`, {
      method: 'POST',
      body: form,
      headers: { Cookie: 'old=yes' },
    });
    expect([sent.status, await sent.text(), sent.headers.getSetCookie()]).toEqual([
      201,
      '3 yes',
      ['name=ada; Path=/; HttpOnly'],
    ]);
    expect(await (await fetch(`${origin}/events`)).text()).toBe(
      'event: tick\ndata: 1\n\nevent: tick\ndata: 2\n\n',
    );
    expect((await fetch(`${origin}/fail`)).status).toBe(503);
    expect((await fetch(`${origin}/moved`)).url).toBe(`${origin}/users/1`);
    expect((await fetch(`${origin}/none`)).status).toBe(404);
    expect(lines.length).toBeGreaterThan(10);
  });

  test('h3', async () => {
    const h3 = new H3();
    h3.get('/users/:id', (event) => ({ id: event.context.params?.id, q: event.url.searchParams.get('q') }));
    h3.post('/json', async (event) => readBody(event));
    h3.get('/stream', () => new Blob(['streamed']).stream());
    const origin = await serve(h3.fetch);
    expect(await (await fetch(`${origin}/users/7?q=1`)).json()).toEqual({ id: '7', q: '1' });
    expect(await (await fetch(`${origin}/json`, post({ a: 1 }))).json()).toEqual({ a: 1 });
    expect(await (await fetch(`${origin}/stream`)).text()).toBe('streamed');
    expect((await fetch(`${origin}/none`)).status).toBe(404);
  });

  test('itty-router', async () => {
    const router = AutoRouter();
    router
      .get('/users/:id', ({ params, query }) => ({ id: params.id, query }))
      .post('/json', async (request) => request.json())
      .get('/fail', () => error(418, 'tea'));
    const origin = await serve(router.fetch);
    expect(await (await fetch(`${origin}/users/7?q=1`)).json()).toEqual({ id: '7', query: { q: '1' } });
    expect(await (await fetch(`${origin}/json`, post({ a: 1 }))).json()).toEqual({ a: 1 });
    expect((await fetch(`${origin}/fail`)).status).toBe(418);
  });

  test('tRPC, with batches, streams and subscriptions', async () => {
    const t = initTRPC.context<{ user: string | null }>().create();
    const router = t.router({
      hello: t.procedure.input(z.string()).query(({ input, ctx }) => `hello ${input} of ${ctx.user}`),
      add: t.procedure
        .input(z.object({ a: z.number(), b: z.number() }))
        .mutation(({ input }) => input.a + input.b),
      ticks: t.procedure.subscription(async function* () {
        for (const tick of [1, 2, 3]) yield tick;
      }),
    });
    const origin = await serve((req: Request) =>
      fetchRequestHandler({
        endpoint: '/trpc',
        req,
        router,
        createContext: () => ({ user: req.headers.get('x-user') }),
      }),
    );
    const url = `${origin}/trpc`;
    const client = createTRPCClient<typeof router>({
      links: [httpBatchStreamLink({ url, headers: { 'X-User': 'ada' } })],
    });
    const results = await Promise.all([
      client.hello.query('a'),
      client.hello.query('b'),
      client.add.mutate({ a: 1, b: 2 }),
    ]);
    expect(results).toEqual(['hello a of ada', 'hello b of ada', 3]);
    await expect(client.hello.query(1 as never)).rejects.toThrow(/expected string/);
    const ticks = await (await fetch(`${url}/ticks`, { headers: { Accept: 'text/event-stream' } })).text();
    expect(ticks.match(/^data: \d$/gm)).toEqual(['data: 1', 'data: 2', 'data: 3']);
  });

  test('better-auth, with its sessions', async () => {
    const db = { user: [], session: [], account: [], verification: [] };
    let origin = '';
    const auth = betterAuth({
      baseURL: 'http://localhost',
      secret: 'a secret of at least thirty-two characters',
      trustedOrigins: () => [origin],
      database: memoryAdapter(db),
      emailAndPassword: { enabled: true },
      rateLimit: { enabled: false },
      telemetry: { enabled: false },
      logger: { disabled: true },
    });
    origin = await serve(auth.handler);
    const headers = { Origin: origin };
    const person = { name: 'Ada', email: 'ada@example.com', password: 'correct horse' };
    const signedUp = await fetch(`${origin}/api/auth/sign-up/email`, post(person, headers));
    expect(signedUp.status).toBe(200);
    const wrong = await fetch(
      `${origin}/api/auth/sign-in/email`,
      post({ ...person, password: 'wrong one' }, headers),
    );
    expect(wrong.status).toBe(401);
    const signedIn = await fetch(`${origin}/api/auth/sign-in/email`, post(person, headers));
    const Cookie = signedIn.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
    const session = await fetch(`${origin}/api/auth/get-session`, { headers: { Cookie } });
    expect(await session.json()).toMatchObject({ user: { email: 'ada@example.com' } });
  });
});
