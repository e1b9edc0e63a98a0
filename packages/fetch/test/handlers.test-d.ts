import { createServer } from '@nextpress/server';
import { betterAuth } from 'better-auth';
import express from 'express';
import { H3 } from 'h3';
import { Hono } from 'hono';
import { AutoRouter } from 'itty-router';
import { expectTypeOf, test } from 'vitest';
import {
  type AppFetch,
  fromFetch,
  inject,
  type NodeBindings,
  type NodeHandler,
  PASS,
  toFetch,
} from '../src/index.ts';

test('fromFetch takes handlers of frameworks, and functions', () => {
  const hono = new Hono<{ Bindings: NodeBindings }>();
  const app = createServer();
  app.use('/api', fromFetch(hono.fetch));
  app.use(fromFetch(new Hono().fetch));
  app.get('/', fromFetch(new H3().fetch));
  app.use(fromFetch(AutoRouter().fetch));
  app.all('/api/auth/*path', fromFetch(betterAuth({}).handler));
  express().use(fromFetch(hono.fetch));
  expectTypeOf(
    fromFetch(async (request) => Response.json(await request.json())),
  ).toEqualTypeOf<NodeHandler>();
  fromFetch((_request, { incoming, outgoing }) => (outgoing.headersSent ? PASS : new Response(incoming.url)));
  const sessions = new Hono<{ Bindings: NodeBindings & { incoming: { session: { user: string } } } }>();
  app.use(fromFetch(sessions.fetch));
  // @ts-expect-error a string is no response
  fromFetch(() => 'text');
});

test('toFetch and inject take applications', async () => {
  expectTypeOf(toFetch(createServer())).toEqualTypeOf<AppFetch>();
  toFetch(express());
  const response = await inject(express(), { url: '/', query: { a: ['1', 2] } });
  expectTypeOf(response.status).toEqualTypeOf<number>();
});
