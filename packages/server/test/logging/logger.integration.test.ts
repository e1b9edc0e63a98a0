import { execFile } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify, stripVTControlCharacters } from 'node:util';
import { type Listening, listen, settle, until } from '@nextpress-internal/test-kit';
import { context, trace } from '@opentelemetry/api';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import pino from 'pino';
import { pinoHttp } from 'pino-http';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createExpressApplication } from '../../src/express.ts';
import {
  type Application,
  createServer,
  type LoggerOption,
  Router,
  type ServerOptions,
} from '../../src/index.ts';

type Line = Readonly<Record<string, unknown>>;

/** A pino, and the lines that it has written. */
function record(options: pino.LoggerOptions = {}): { logger: pino.Logger; lines: Line[] } {
  const lines: Line[] = [];
  const logger = pino(
    { base: null, timestamp: false, ...options },
    { write: (line) => lines.push(JSON.parse(line)) },
  );
  return { logger, lines };
}

const open: (() => unknown)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of open.splice(0)) await close();
});

async function start(app: Application): Promise<string> {
  const server = app.listen(0);
  open.push(() => app.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The log has the line of a response after the client has the response. */
async function linesOf(lines: readonly Line[], count: number): Promise<readonly Line[]> {
  await until(() => lines.length >= count);
  return lines;
}

describe.each([
  ['the fast lane', { fastLane: true }],
  ["Node's lane", { fastLane: false }],
  ['HTTP/2 allowed', { http2: true }],
] as const)('the option logger in %s', (_lane, lane: ServerOptions) => {
  test('logs a line for each response, with the pattern of its route', async () => {
    const { logger, lines } = record();
    const app = createServer({ logger, requestId: false, ...lane });
    const users = Router().get('/:id', (req, res) => res.json({ id: req.params.id }));
    app.use('/users', users).use('/v2/people', users);
    app.get('/chunks', (_req, res) => {
      res.write('a');
      res.end('b');
    });
    app.get('/end', (_req, res) => void res.end('four'));
    app.register((scope) => void scope.get('/', (_req, res) => res.status(201).send('ok')), {
      prefix: '/orgs/:org',
    });
    const url = await start(app);
    for (const path of ['/users/7?token=secret', '/v2/people/7', '/orgs/1', '/chunks', '/end', '/none']) {
      await (await fetch(url + path)).text();
    }
    const shown = (await linesOf(lines, 6)).map(({ level, msg, method, path, route, statusCode, bytes }) => {
      return [level, msg, method, path, route, statusCode, bytes];
    });
    const line = [30, 'request completed', 'GET'];
    expect(shown).toEqual([
      [...line, '/users/7', '/users/:id', 200, 10],
      [...line, '/v2/people/7', '/v2/people/:id', 200, 10],
      [...line, '/orgs/1', '/orgs/:org', 201, 2],
      [...line, '/chunks', '/chunks', 200, undefined],
      [...line, '/end', '/end', 200, 4],
      [...line, '/none', undefined, 404, expect.any(Number)],
    ]);
    expect(lines.every(({ responseTime }) => typeof responseTime === 'number' && responseTime >= 0)).toBe(
      true,
    );
    expect(lines.some((each) => 'reqId' in each)).toBe(false);
  });

  test('gives each request an id, and a logger with it', async () => {
    const { logger, lines } = record();
    const app = createServer({ logger, ...lane });
    app.get('/', (req, res) => {
      req.log.info({ order: 7 }, 'placed');
      expect(req.log).toBe(req.log);
      res.send(req.id);
    });
    const response = await fetch(await start(app));
    const id = await response.text();
    expect(response.headers.get('x-request-id')).toBe(id);
    expect(await linesOf(lines, 2)).toMatchObject([
      { reqId: id, order: 7, msg: 'placed' },
      { reqId: id, msg: 'request completed' },
    ]);
  });

  test('logs an error once, with its cause, its route and the id of the request', async () => {
    const { logger, lines } = record();
    const app = createServer({ logger, ...lane });
    app.use(
      '/api',
      Router().get('/users/:id', () => {
        throw new Error('boom', { cause: new Error('database') });
      }),
    );
    app.get('/text', () => Promise.reject('only text'));
    const url = await start(app);
    const response = await fetch(`${url}/api/users/7`);
    expect(response.status).toBe(500);
    const fields = { method: 'GET', path: '/api/users/7', route: '/api/users/:id' };
    const reqId = response.headers.get('x-request-id');
    const [error, completed] = await linesOf(lines, 2);
    expect(error).toMatchObject({ level: 50, msg: 'boom', reqId, ...fields, err: { type: 'Error' } });
    expect(error).toHaveProperty('err.stack', expect.stringContaining('caused by: Error: database'));
    expect(completed).toMatchObject({ level: 30, reqId, ...fields, statusCode: 500 });
    expect((await fetch(`${url}/text`)).status).toBe(500);
    expect((await linesOf(lines, 4))[2]).toMatchObject({ level: 50, err: expect.anything(), route: '/text' });
  });

  test('logs a request whose client disconnected', async () => {
    const { logger, lines } = record();
    const reached = new EventEmitter();
    const app = createServer({ logger, ...lane }).get('/', () => void reached.emit('request'));
    const { port } = new URL(await start(app));
    const client = connect(Number(port), '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(reached, 'request');
    client.destroy();
    const [line] = await linesOf(lines, 1);
    expect(line).toMatchObject({ msg: 'request aborted', route: '/' });
    expect(line).not.toHaveProperty('statusCode');
  });
});

describe('the option logger', () => {
  test('hides the secrets of logged requests and responses', async () => {
    const { logger, lines } = record();
    const app = createServer({ logger }).get('/', (req, res) => {
      res.cookie('session', 'secret-c');
      req.log.info({ req, res }, 'both');
      res.end();
    });
    const headers = { Authorization: 'Bearer secret-a', Cookie: 'a=secret-b', 'X-Other': 'shown' };
    await fetch(`${await start(app)}?key=secret-d`, { headers });
    await linesOf(lines, 2);
    expect(JSON.stringify(lines)).not.toContain('secret');
    expect(lines[0]).toMatchObject({
      req: {
        method: 'GET',
        path: '/',
        headers: { authorization: '[redacted]', cookie: '[redacted]', 'x-other': 'shown' },
      },
      res: { statusCode: 200, headers: { 'set-cookie': '[redacted]' } },
    });
  });

  test("keeps the application's own serializers and levels", async () => {
    const { logger, lines } = record({ level: 'warn', serializers: { req: () => 'own' } });
    const app = createServer({ logger }).get('/', (req, res) => {
      req.log.warn({ req });
      res.end();
    });
    await fetch(await start(app));
    await settle();
    expect(lines).toMatchObject([{ level: 40, req: 'own' }]);
    expect(lines).toHaveLength(1);
  });

  test("accepts any object with pino's levels", async () => {
    const lines: unknown[][] = [];
    const write = (...args: unknown[]): void => void lines.push(args);
    const logger: LoggerOption = {
      fatal: write,
      error: write,
      warn: write,
      info: write,
      debug: write,
      trace: write,
    };
    const app = createServer({ logger, requestId: { generate: () => 'id-1' } }).get('/', (req, res) => {
      req.log.info('text %d', 1);
      req.log.child({ part: 'a' }).warn({ more: 2 }, 'fields');
      req.log.error(new Error('thrown'));
      res.end();
    });
    await fetch(await start(app));
    await until(() => lines.length >= 4);
    expect(lines).toEqual([
      [{ reqId: 'id-1' }, 'text %d', 1],
      [{ reqId: 'id-1', part: 'a', more: 2 }, 'fields'],
      [{ reqId: 'id-1', err: new Error('thrown') }],
      [expect.objectContaining({ reqId: 'id-1', path: '/', statusCode: 200 }), 'request completed'],
    ]);
  });

  test('adds the ids of the active span', async () => {
    const { logger, lines } = record();
    const provider = new NodeTracerProvider();
    provider.register();
    open.push(() => {
      trace.disable();
      context.disable();
      return provider.shutdown();
    });
    const app = createServer({ logger }).get('/', (req, res) => {
      req.log.info('inside');
      res.end();
    });
    const span = provider.getTracer('test').startSpan('request');
    const server = createHttpServer((req, res) => {
      context.with(trace.setSpan(context.active(), span), () => app(req, res));
    });
    const { url, close } = (await listen(server)) satisfies Listening;
    open.push(close);
    await fetch(url);
    const { traceId, spanId } = span.spanContext();
    const ids = { trace_id: traceId, span_id: spanId };
    expect(await linesOf(lines, 2)).toMatchObject([
      { msg: 'inside', ...ids },
      { msg: 'request completed', ...ids },
    ]);
  });

  test('of a mounted application only logs what no outer application logs', async () => {
    const [outer, inner] = [record(), record()];
    const mounted = createServer({ logger: inner.logger }).get('/x', (_req, res) => res.send('x'));
    const app = createServer({ logger: outer.logger }).use('/a', mounted);
    await fetch(`${await start(app)}/a/x`);
    await fetch(`${await start(createServer().use('/b', mounted))}/b/x`);
    await linesOf(inner.lines, 1);
    expect(outer.lines.map(({ path, route }) => [path, route])).toEqual([['/a/x', '/a/x']]);
    expect(inner.lines.map(({ path, route }) => [path, route])).toEqual([['/b/x', '/b/x']]);
  });

  test.each([
    ['production', /^\{"level":30,.*"statusCode":200,.*"msg":"request completed"\}$/m],
    ['development', /^\[[\d:.]+\] .*INFO.*: .*request completed/m],
  ])('true creates a pino logger for %s', async (environment, line) => {
    const program = `
      import { createServer } from '@nextpress/server';
      const app = createServer({ logger: true }).get('/', (req, res) => res.end());
      const server = app.listen(0, async () => {
        await fetch('http://127.0.0.1:' + server.address().port);
        await app.close();
      });`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      env: { ...process.env, NODE_ENV: environment },
    });
    expect(stripVTControlCharacters(stdout)).toMatch(line);
  });

  test.each([[{ info: () => {} }], [console], ['info']])('refuses %o', (logger) => {
    expect(() => createServer({ logger: logger as never })).toThrow(
      /^Invalid option "logger" of createServer\(\): expected true/,
    );
  });
});

describe('req.log', () => {
  test('writes nothing with logger: false', async () => {
    const app = createServer({ logger: false }).get('/', (req, res) => {
      req.log.child({ a: 1 }).info('nothing');
      res.send('ok');
    });
    const response = await fetch(await start(app));
    expect(await response.text()).toBe('ok');
    expect(response.headers.has('x-request-id')).toBe(false);
  });

  test.each([
    ['createServer()', () => createServer()],
    ['nextpress/express', () => createExpressApplication(5)],
  ])('is what middleware sets, without the option, in %s', async (_name, create) => {
    const { logger, lines } = record();
    const app = create();
    app.use((req, _res, next) => {
      expect(req.log).toBeUndefined();
      next();
    });
    app.use(pinoHttp({ logger }));
    app.get('/', (req, res) => {
      req.log.info('inside');
      res.end();
    });
    await fetch(await start(app));
    expect(await linesOf(lines, 2)).toMatchObject([{ msg: 'inside' }, { msg: 'request completed' }]);
  });
});

describe('an error without the option', () => {
  test.each([
    [undefined, /^GET \/users\/7 \(route \/users\/:id\):$/],
    [true, /^GET \/users\/7 \(route \/users\/:id, request [\w-]{36}\):$/],
  ])('is printed with its request, when requestId is %s', async (requestId, title) => {
    const print = vi.spyOn(console, 'error').mockImplementation(() => {});
    const app = createServer(requestId === undefined ? {} : { requestId });
    const error = new Error('boom');
    app.get('/users/:id', () => {
      throw error;
    });
    await fetch(`${await start(app)}/users/7?secret=1`);
    expect(print.mock.calls).toEqual([[expect.stringMatching(title), error]]);
  });
});
