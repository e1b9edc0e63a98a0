import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { foreignErrors } from '@nextpress-internal/test-kit';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createExpressApplication } from '../src/express.ts';
import { type Application, createServer, type RequestHandler } from '../src/index.ts';
import { converse } from './internal/converse.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const clean of cleanups.splice(0)) await clean();
});

async function listen(app: Application): Promise<number> {
  const server = app.listen(0, '127.0.0.1');
  cleanups.push(() => app.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const GET = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

const kinds = [
  ['createServer() in the fast lane', () => createServer({ env: 'development' })],
  ["createServer() in Node's lane", () => createServer({ fastLane: false })],
  ['nextpress/express', () => createExpressApplication()],
] as const;

describe.each(kinds)('%s', (_kind, create) => {
  describe.each(foreignErrors)('with %s', (_what, make) => {
    const serve = (handler: RequestHandler): Promise<number> => {
      vi.spyOn(console, 'error').mockReturnValue();
      return listen(create().use(handler) as Application);
    };

    test.each<[string, RequestHandler]>([
      ['destroys its response', (_req, res) => void res.destroy(make() as Error)],
      ['destroys its request', (req) => void req.destroy(make() as Error)],
      ['destroys its socket', ({ socket }) => void socket.destroy(make() as Error)],
      ['emits it on its socket', ({ socket }) => void socket.emit('error', make())],
    ])('serves the next connection after a handler %s', async (_how, destroy) => {
      const handler: RequestHandler = (req, res, next) => {
        if (req.url === '/ok') res.end('ok');
        else {
          try {
            destroy(req, res, next);
          } catch {
            // Node reads the stack of the error.
            req.socket.destroy();
          }
        }
      };
      const port = await serve(handler);
      await converse(port, GET);
      expect(await converse(port, GET.replace('/', '/ok'))).toContain('200 OK');
    });

    test.each<[string, RequestHandler]>([
      [
        'throws it',
        () => {
          throw make();
        },
      ],
      ['rejects with it', () => Promise.reject(make())],
      ['passes it on', (_req, _res, next) => next(make())],
    ])('responds with 500 when a handler %s', async (_how, handler) => {
      const port = await serve(handler);
      expect(await converse(port, GET)).toMatch(/^HTTP\/1.1 500 .*\r\n\r\n./s);
    });
  });
});

describe('an invalid response', () => {
  test.each<[string, RequestHandler]>([
    [
      'end',
      (_req, res) => {
        res.end = () => {
          throw new Error('end');
        };
        throw new Error('handler');
      },
    ],
    [
      'end and destroy',
      (_req, res) => {
        res.end = res.destroy = () => {
          throw new Error('end');
        };
        throw new Error('handler');
      },
    ],
    [
      'removeHeader',
      (_req, res) => {
        res.setHeader('X-Own', 'a');
        res.removeHeader = res.hasHeader = () => {
          throw new Error('removeHeader');
        };
        throw new Error('handler');
      },
    ],
  ])('closes the connection when a replaced %s throws', async (_what, handler) => {
    vi.spyOn(console, 'error').mockReturnValue();
    for (const fastLane of [true, false]) {
      const port = await listen(createServer({ fastLane }).use(handler) as Application);
      expect(await converse(port, GET)).toBe('');
    }
  });
});
