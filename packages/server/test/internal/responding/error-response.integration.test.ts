import {
  createServer as createHttpServer,
  type ServerOptions as NodeOptions,
  type RequestListener,
} from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { exchange, type Listening, listen } from '@nextpress-internal/test-kit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createServer, type Handler, type ServerOptions } from '../../../src/index.ts';

const open: Listening[] = [];
let warnings: string[] = [];
const collect = (warning: Error & { code?: string }): unknown => warnings.push(String(warning.code));
beforeEach(() => {
  warnings = [];
  process.on('warning', collect);
});
afterEach(async () => {
  process.off('warning', collect);
  await Promise.all(open.splice(0).map((server) => server.close()));
});
async function serve(app: RequestListener, options: NodeOptions = {}): Promise<Listening> {
  const server = await listen(createHttpServer(options, app));
  open.push(server);
  return server;
}
const request = (method: string, target: string): string => `${method} ${target} HTTP/1.1\r\nHost: a\r\n\r\n`;
async function ask(
  server: Listening,
  method: string,
  target = '/',
): Promise<(string | number | undefined)[]> {
  const options = { responses: 1, methods: [method] };
  const [response] = await exchange(server.port, request(method, target), options);
  return [response?.status, response?.reason, response?.headers.allow];
}
const silent: ServerOptions = { logError: () => {} };

describe('the default response is sent for', () => {
  const fails: Handler = () => {
    throw new Error('no');
  };
  test('a HEAD request when Node refuses content', async () => {
    const app = createServer(silent).get('/fails', fails);
    const server = await serve(app, { rejectNonStandardBodyWrites: true } as NodeOptions);
    expect(await ask(server, 'HEAD', '/nope')).toEqual([404, 'Not Found', undefined]);
    expect(await ask(server, 'HEAD', '/fails')).toEqual([500, 'Internal Server Error', undefined]);
  });

  test('no request that a layer has responded to before next()', async () => {
    const logs: unknown[] = [];
    const app = createServer({ logError: (error) => logs.push(error) });
    app.use((_req, res, next) => {
      res.send('first');
      setImmediate(next);
    });
    app.get('/a', fails);
    const server = await serve(app);
    expect(await ask(server, 'OPTIONS', '/a')).toEqual([200, 'OK', undefined]);
    expect(await ask(server, 'OPTIONS', '*')).toEqual([200, 'OK', undefined]);
    expect(await ask(server, 'GET', '/b')).toEqual([200, 'OK', undefined]);
    await turn();
    expect(logs).toEqual([]);
  });

  test.each<[string, Handler]>([
    ['a handler that sets Trailer', (_req, res) => void res.setHeader('Trailer', 'X')],
    [
      'a handler that sets an invalid reason phrase',
      (_req, res) => void Object.assign(res, { statusMessage: 'caf\u0113' }),
    ],
    [
      'a handler that sets a reason phrase for another status',
      (_req, res) => void Object.assign(res, { statusMessage: 'All good' }),
    ],
  ])('%s', async (_what, prepare) => {
    const app = createServer(silent).use((req, res, next) => {
      prepare(req, res, next);
      throw new Error('no');
    });
    expect(await ask(await serve(app), 'GET')).toEqual([500, 'Internal Server Error', undefined]);
  });

  test('an error whose properties throw', async () => {
    const hostile = Object.defineProperty(new Error('no'), 'status', {
      get: () => {
        throw new Error('still no');
      },
    });
    const app = createServer(silent).use(() => {
      throw hostile;
    });
    expect(await ask(await serve(app), 'GET')).toEqual([500, 'Internal Server Error', undefined]);
  });

  test.each<[string, () => void]>([
    ['throws', fails as () => void],
    ['rejects', async () => Promise.reject(new Error('no'))],
  ])('an error when logError %s', async (_how, logError) => {
    const app = createServer({ logError }).get('/', fails);
    expect(await ask(await serve(app), 'GET')).toEqual([500, 'Internal Server Error', undefined]);
    await turn();
    expect(warnings).toEqual(['NEXTPRESS_LOG_FAILED']);
  });
});

describe('headers of an error', () => {
  const headersOf = async (headers: object): Promise<Readonly<Record<string, string>>> => {
    const app = createServer(silent).get('/', () => {
      throw Object.assign(new Error('no'), { status: 401, headers });
    });
    const [response] = await exchange((await serve(app)).port, request('GET', '/'), { responses: 1 });
    return Object.fromEntries(
      (response?.rawHeaders ?? []).map(([name, value]) => [name.toLowerCase(), value]),
    );
  };
  test('may be lists, and Vary includes Accept', async () => {
    const headers = await headersOf({ 'WWW-Authenticate': ['Basic', 'Bearer'] });
    expect(headers).toMatchObject({ 'www-authenticate': 'Bearer', vary: 'Accept' });
  });
  test('cannot describe the content or the connection', async () => {
    const headers = await headersOf({
      'Transfer-Encoding': 'chunked',
      connection: 'close',
      'Content-Length': '7',
    });
    expect(headers['transfer-encoding']).toBeUndefined();
    expect(headers.connection).toBe('keep-alive');
  });
});

describe('OPTIONS and 405', () => {
  const passes: Handler = (_req, _res, next) => next();
  test('list the methods of routes after a route of every method that calls next()', async () => {
    const app = createServer()
      .all('/api/*rest', passes)
      .get('/api/a', (_req, res) => res.send('a'));
    const server = await serve(app);
    expect(await ask(server, 'OPTIONS', '/api/a')).toEqual([204, 'No Content', 'GET, HEAD, OPTIONS']);
    expect(await ask(server, 'POST', '/api/a')).toEqual([405, 'Method Not Allowed', 'GET, HEAD, OPTIONS']);
    expect(await ask(server, 'POST', '/api/b')).toEqual([404, 'Not Found', undefined]);
  });
  test('are sent when a route for OPTIONS calls next()', async () => {
    const app = createServer().get('/o', passes).options('/o', passes);
    const server = await serve(app);
    expect(await ask(server, 'OPTIONS', '/o')).toEqual([204, 'No Content', 'GET, HEAD, OPTIONS']);
    expect(await ask(server, 'GET', '/o')).toEqual([404, 'Not Found', undefined]);
  });
  test('treat the target * as invalid for other methods', async () => {
    const app = createServer().use((_req, res) => res.send('ran'));
    expect((await ask(await serve(app), 'GET', '*'))[0]).toBe(400);
  });
});
