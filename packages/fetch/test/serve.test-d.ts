import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import { H3 } from 'h3';
import { Hono } from 'hono';
import { expectTypeOf, test } from 'vitest';
import { createAdaptorServer, type NodeBindings, serve } from '../src/index.ts';

const hono = new Hono<{ Bindings: NodeBindings }>();

test('serve() takes the handler, or the application, and returns the server of createServer', () => {
  expectTypeOf(serve({ fetch: hono.fetch, port: 0 })).toEqualTypeOf<http.Server>();
  expectTypeOf(serve(hono, ({ port }) => port)).toEqualTypeOf<http.Server>();
  expectTypeOf(createAdaptorServer(new H3())).toEqualTypeOf<http.Server>();
  const { fetch } = hono;
  expectTypeOf(serve({ fetch, createServer: http.createServer })).toEqualTypeOf<http.Server>();
  expectTypeOf(
    serve({ fetch, createServer: http2.createSecureServer, serverOptions: { allowHTTP1: true } }),
  ).toEqualTypeOf<http2.Http2Server | http2.Http2SecureServer>();
  expectTypeOf(
    serve({ fetch, createServer: https.createServer, serverOptions: { key: '', cert: '' } }),
  ).toEqualTypeOf<http.Server>();
});

test('serve() refuses unknown options', () => {
  // @ts-expect-error a misspelt option
  serve({ fetch: hono.fetch, prot: 3000 });
  // @ts-expect-error not an option of node:http
  serve({ fetch: hono.fetch, serverOptions: { keepalive: 1 } });
});
