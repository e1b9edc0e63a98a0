import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Application, createServer, type ServerOptions } from '../src/index.ts';

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/;

afterEach(() => void vi.restoreAllMocks());

interface Reply {
  readonly status: number;
  readonly header: string | null;
  readonly body: string;
}

function build(options: ServerOptions): Application {
  const app = createServer({ logError: () => {}, ...options });
  app.get('/', (req, res) => res.json({ id: req.id ?? 'none' }));
  app.get('/fail', () => {
    throw new Error('no database');
  });
  return app;
}

/** Sends a request to an application and closes it. */
async function ask(
  app: Application,
  path = '/',
  headers: Record<string, string> = {},
  name = 'X-Request-Id',
): Promise<Reply> {
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
    return { status: response.status, header: response.headers.get(name), body: await response.text() };
  } finally {
    await app.close();
  }
}

describe.each([true, false])('the option requestId with fastLane: %s', (fastLane) => {
  test('gives each request an id and sends it in a header', async () => {
    const first = await ask(build({ fastLane, requestId: true }));
    const second = await ask(build({ fastLane, requestId: true }));
    expect(first.header).toMatch(UUID);
    expect(JSON.parse(first.body)).toEqual({ id: first.header });
    expect(second.header).not.toBe(first.header);
  });

  test('does nothing by default', async () => {
    const { header, body } = await ask(build({ fastLane }), '/', { 'X-Request-Id': 'sent' });
    expect(header).toBeNull();
    expect(JSON.parse(body)).toEqual({ id: 'none' });
  });

  test('uses the id of a request only from a trusted proxy', async () => {
    const headers = { 'X-Request-Id': 'edge-7:a/b=' };
    expect((await ask(build({ fastLane, requestId: true }), '/', headers)).header).toMatch(UUID);
    const trusting = build({ fastLane, requestId: true, trustProxy: 'loopback' });
    expect((await ask(trusting, '/', headers)).header).toBe('edge-7:a/b=');
    const other = build({ fastLane, requestId: true, trustProxy: '10.0.0.0/8' });
    expect((await ask(other, '/', headers)).header).toMatch(UUID);
  });

  test.each(['', 'two words', 'x'.repeat(201), 'é', '<b>', 'a,b'])(
    'replaces the invalid id "%s" of a trusted proxy',
    async (id) => {
      const app = build({ fastLane, requestId: true, trustProxy: true });
      expect((await ask(app, '/', { 'X-Request-Id': id })).header).toMatch(UUID);
    },
  );

  test('supports another header and custom IDs', async () => {
    let count = 0;
    const requestId = { header: 'X-Trace', generate: () => `t${++count}` };
    const app = build({ fastLane, requestId, trustProxy: true });
    const server = app.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const ids = [];
    for (const headers of [{}, { 'X-Trace': 'sent' }, {}]) {
      ids.push((await fetch(`http://127.0.0.1:${port}`, { headers })).headers.get('X-Trace'));
    }
    await app.close();
    expect(ids).toEqual(['t1', 'sent', 't2']);
  });

  test('puts the id into error responses and into the log', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    const app = createServer({ fastLane, requestId: true });
    app.get('/fail', () => {
      throw new Error('no database');
    });
    const { status, header, body } = await ask(app, '/fail');
    expect(status).toBe(500);
    expect(JSON.parse(body)).toMatchObject({ status: 500, requestId: header });
    expect(printed.mock.calls).toEqual([
      [`GET /fail (request ${header}):`, expect.objectContaining({ message: 'no database' })],
    ]);

    const text = await ask(build({ fastLane, requestId: true }), '/none', { Accept: 'text/plain' });
    expect(text.body).toContain(`\nRequest id: ${text.header}\n`);
  });

  test('does not change error responses without the option', async () => {
    const app = createServer({ fastLane });
    app.use((req, _res, next) => {
      req.id = 'of middleware';
      next();
    });
    const { body } = await ask(app, '/none');
    expect(JSON.parse(body)).not.toHaveProperty('requestId');
  });
});

test('the option requestId works on a server of node:http and keeps the id of an application around it', async () => {
  const inner = createServer({ requestId: { generate: () => 'inner' } });
  inner.get('/', (req, res) => res.json({ id: req.id }));
  const outer = createServer({ requestId: { generate: () => 'outer' } }).use('/in', inner);
  const server = createHttpServer(outer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/in`);
  expect([await response.json(), response.headers.get('X-Request-Id')]).toEqual([{ id: 'outer' }, 'outer']);
  await new Promise((resolve) => server.close(resolve));
});

test('a request gets a random ID when requestId.generate fails', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  const generators: (() => string)[] = [
    () => 'a\r\nSet-Cookie: b',
    () => {
      throw new Error('no entropy');
    },
    () => 7 as unknown as string,
  ];
  for (const generate of generators) {
    expect((await ask(build({ requestId: { generate } }))).header).toMatch(UUID);
  }
  expect(warn).toHaveBeenCalledTimes(1);
  expect(warn.mock.calls[0]?.[0]).toContain('The option requestId.generate returned "a\\r\\nSet-Cookie: b"');
});

test.each<[unknown, string]>([
  ['X-Id', 'Invalid option "requestId" of createServer(): expected true, false or an object such as'],
  [null, 'Invalid option "requestId" of createServer()'],
  [{ name: 'X-Id' }, 'Unknown option "name" of createServer({ requestId })'],
  [{ header: 'X Id' }, 'Invalid option "requestId.header" of createServer(): expected the name of a header'],
  [{ generate: 'uuid' }, 'Invalid option "requestId.generate" of createServer(): expected a function'],
])('createServer() rejects the option requestId: %o', (requestId, message) => {
  expect(() => createServer({ requestId } as ServerOptions)).toThrow(message);
});
