import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { exchange, type Listening, listen } from '@nextpress-internal/test-kit';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createExpressApplication } from '../src/express.ts';
import { createServer, type Handler, type Request, Router } from '../src/index.ts';

let current: RequestListener = () => {};
let server: Listening;
beforeAll(async () => {
  server = await listen(createHttpServer((req, res) => current(req, res)));
});
afterAll(() => server.close());

const GUARDED = Symbol('guarded');
type Guarded = Request & { [GUARDED]?: true };

const guard: Handler = (req: Guarded, _res, next) => {
  req[GUARDED] = true;
  next();
};
const secret: Handler = (req: Guarded, res) => void res.send(req[GUARDED] ? 'guarded' : 'leaked');
const shows: Handler = (req, res) => void res.send(`path ${req.pathname}`);

const piece = fc.constantFrom(
  ...['/', '/', '.', '..', '%', '%6', '%zz', '%61', '%41', '%64min', '%2e', '%2f', '%25', '%%36%31'],
  ...[
    'a',
    'dmin',
    'admin',
    'ADMIN',
    '/admin',
    '/%61dmin',
    'secret',
    '/secret',
    '%c3',
    '%00',
    '?',
    ';',
    '\u00e9',
  ],
);
const target = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => `/${pieces.join('')}`);

test.each([
  ['createServer()', createServer],
  ['express()', createExpressApplication],
])('%s does not let any target bypass a guard, with or without malformed escapes', async (_name, create) => {
  const app = create().set('env', 'test');
  const inner = Router().get('/', secret).get('/*rest', secret);
  app
    .use('/admin', guard)
    .get('/admin', secret)
    .get('/admin/secret', secret)
    .get('/:top/secret', (req, res, next) => {
      if (String(req.params.top).toLowerCase() === 'admin') secret(req, res, next);
      else next();
    });
  app
    .use('/admin', inner)
    .get(/^\/admin(?:\/|$)/i, secret)
    .get('/*rest', shows);
  current = app as RequestListener;
  await fc.assert(
    fc.asyncProperty(target, async (url) => {
      const [response] = await exchange(
        server.port,
        `GET ${url} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
        { methods: ['GET'] },
      );
      expect(response?.body).not.toBe('leaked');
      expect(response?.body).not.toMatch(/^path \/admin(\/|$)/i);
    }),
    { numRuns: Number(process.env.NEXTPRESS_RUNS ?? 300) },
  );
});
