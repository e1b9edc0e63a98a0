import { createServer as createHttpServer } from 'node:http';
import { type Listening, listen } from '@nextpress-internal/test-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { createServer, type Handler, Router } from '../src/index.ts';

let server: Listening | undefined;
afterEach(() => server?.close());

describe.each([undefined, null, false, 0, ''])('next(%j)', (value) => {
  const pass: Handler = (_req, _res, next) => next(value);

  test.each([
    ['the application', () => createServer().use(pass)],
    ['a route', () => createServer().get('/', pass)],
    ['a route of two handlers', () => createServer().get('/', pass, pass)],
    ['a router', () => createServer().use(Router().use(pass))],
    ['a mounted application', () => createServer().use(createServer().use(pass))],
  ])('ends in 404 after the last layer of %s', async (_of, build) => {
    server = await listen(createHttpServer(build()));
    expect((await fetch(server.url)).status).toBe(404);
  });
});
