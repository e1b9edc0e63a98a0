import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type Application, createServer, type ServerOptions } from '../../../src/index.ts';
import { converse } from '../converse.ts';

const open: Application[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((app) => app.close()));
});

async function serve(build: (app: Application) => void, options: ServerOptions = {}): Promise<Server> {
  const app = createServer({ logError: () => {}, ...options });
  open.push(app);
  build(app);
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return server;
}

const portOf = (server: Server): number => (server.address() as { port: number }).port;
const statusesIn = (text: string): string[] =>
  text.match(/HTTP\/1\.1 \d+/g)?.map((line) => line.slice(9)) ?? [];
const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const hello = (app: Application): void => void app.get('/*path', (_req, res) => res.send('ok'));

describe.each([true, false])('with fastLane: %s', (fastLane) => {
  test.each([
    ['bytes that are not HTTP', '\x16\x03\x01\x02\0\x01\0\x01', 400, 'HPE_INVALID_METHOD'],
    ['a malformed request line', 'GET / HTTP/x\r\n\r\n', 400, 'HPE_INVALID_VERSION'],
    ['an unknown method', 'BREW / HTTP/1.1\r\nHost: a\r\n\r\n', 501, 'HPE_INVALID_METHOD'],
    ['an unknown method after a request', `${get('/')}BREW / HTTP/1.1\r\n\r\n`, 501, 'HPE_INVALID_METHOD'],
    ['another version', 'GET / HTTP/3.0\r\nHost: a\r\n\r\n', 505, 'HPE_INVALID_VERSION'],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 505, 'HPE_PAUSED_H2_UPGRADE'],
    ['a long target', get(`/${'x'.repeat(17_000)}`), 414, 'HPE_HEADER_OVERFLOW'],
    [
      'a long target after a request',
      `${get('/')}${get(`/${'x'.repeat(17_000)}`)}`,
      414,
      'HPE_HEADER_OVERFLOW',
    ],
    ['a target without an end', `GET /${'x'.repeat(70_000)}`, 414, 'HPE_HEADER_OVERFLOW'],
    ['a long header', get(`/ HTTP/1.1\r\nX: ${'GET / '.repeat(3_000)}`), 431, 'HPE_HEADER_OVERFLOW'],
    ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\nmore', 501, 'ERR_METHOD_NOT_IMPLEMENTED'],
  ])('responds to %s with a status and a code', async (_what, request, status, code) => {
    const text = await converse(portOf(await serve(hello, { fastLane })), request);
    expect(statusesIn(text).at(-1)).toBe(String(status));
    const [, content = ''] = text.slice(text.lastIndexOf('HTTP/1.1 ')).split('\r\n\r\n');
    expect(JSON.parse(content)).toMatchObject({ status, code });
    expect(text).toContain('\r\nConnection: close\r\n');
  });

  test('responds to earlier requests before it responds to a parse error', async () => {
    const server = await serve(
      (app) =>
        app.get('/:wait', (req, res) => void setTimeout(() => res.send('late'), Number(req.params.wait))),
      { fastLane },
    );
    const text = await converse(portOf(server), `${get('/30')}${get('/5')}${get('/1')}nonsense\r\n\r\n`);
    expect(statusesIn(text)).toEqual(['200', '200', '200', '400']);
  });

  test('responds to earlier requests before it responds to CONNECT', async () => {
    const server = await serve(
      (app) => app.get('/', (_req, res) => void setTimeout(() => res.send('late'), 20)),
      { fastLane },
    );
    const text = await converse(portOf(server), `${get('/')}CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n`);
    expect(statusesIn(text)).toEqual(['200', '501']);
  });

  test('completes a long earlier response before it responds to CONNECT', async () => {
    const half = 'x'.repeat(1_000_000);
    const server = await serve(
      (app) => {
        app.get('/', (_req, res) => void (res.write(half) || res.once('drain', () => res.end(half))));
      },
      { fastLane },
    );
    const text = await converse(portOf(server), `${get('/')}CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n`);
    expect(statusesIn(text)).toEqual(['200', '501']);
    expect(text.length).toBeGreaterThan(2 * half.length);
  });

  test('ends only the connection when it is reset after CONNECT', async () => {
    const failures: unknown[] = [];
    const fail = (error: unknown): void => void failures.push(error);
    process.prependListener('uncaughtException', fail);
    const server = await serve(hello, { fastLane });
    const socket = connect(portOf(server), '127.0.0.1').on('error', () => {});
    const lost = new Promise((resolve) => server.on('connection', (its) => its.once('close', resolve)));
    socket.write('CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n');
    socket.once('data', () => socket.resetAndDestroy());
    await lost;
    process.off('uncaughtException', fail);
    expect(failures).toEqual([]);
  });

  test.each([
    ['a head', 'POST / HTTP/1.1\r\nHost: a\r\n', 'Content-Length: 0\r\n\r\n'],
    ['a body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\na', 'b'],
  ])('does not serve the rest of %s after a 408', async (_what, first, rest) => {
    const served: unknown[] = [];
    const build = (app: Application): void => {
      app.post('/', (req, res) => {
        req.on('error', () => {}).resume();
        req.on('end', () => res.send(String(served.push(req.url))));
      });
    };
    const times = { headersTimeout: 50, requestTimeout: 100, connectionsCheckingInterval: 20 };
    const server = await serve(build, { fastLane, ...times });
    const socket = connect(portOf(server), '127.0.0.1').on('error', () => {});
    let text = '';
    socket.write(first);
    socket.once('data', (chunk) => {
      text += chunk;
      socket.write(rest);
    });
    await new Promise((resolve) => socket.on('close', resolve));
    expect(statusesIn(text)).toEqual(['408']);
    expect(served).toEqual([]);
  });

  test.each([false, true])(
    'ends the request of an invalid body immediately (response started: %s)',
    async (begun) => {
      let end = (_complete: boolean): void => {};
      const complete = new Promise<boolean>((resolve) => {
        end = resolve;
      });
      const server = await serve(
        (app) =>
          app.post('/', (req, res) => {
            req.on('error', () => {}).once('close', () => end(req.complete));
            req.resume();
            if (begun) res.write('begun');
          }),
        { fastLane },
      );
      const head = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
      const text = await converse(portOf(server), `${head}1\r\na\r\nzz\r\n`);
      expect(text.includes('HTTP/1.1 400 ')).toBe(!begun);
      expect(await complete).toBe(false);
    },
  );

  const upload = 'POST / HTTP/1.1\r\nHost: a\r\n';
  test.each<[string, string, string, (client: Socket) => void]>([
    [
      'ends in the middle of the body',
      'HPE_INVALID_EOF_STATE',
      `${upload}Content-Length: 9\r\n\r\nhalf`,
      (client) => client.end(),
    ],
    [
      'sends an invalid chunk',
      'HPE_INVALID_CHUNK_SIZE',
      `${upload}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n`,
      (client) => client.write('zz\r\n'),
    ],
    ['is too slow', 'ERR_HTTP_REQUEST_TIMEOUT', `${upload}Content-Length: 9\r\n\r\nhalf`, () => {}],
    [
      'resets the connection',
      'ECONNRESET',
      `${upload}Content-Length: 9\r\n\r\nhalf`,
      (client) => client.resetAndDestroy(),
    ],
  ])('the socket of a request gets the error when its client %s', async (_how, code, start, goOn) => {
    const events: unknown[] = [];
    let begin = (): void => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    let close = (): void => {};
    const closed = new Promise<void>((resolve) => {
      close = resolve;
    });
    const build = (app: Application): void => {
      app.post('/', (req) => {
        // What on-finished listens to.
        req.socket.on('error', (error: NodeJS.ErrnoException) => events.push(['error', error.code]));
        req.socket.on('close', (hadError) => {
          events.push(['close', hadError]);
          close();
        });
        req.on('error', () => {}).once('data', begin);
      });
    };
    const isSlow = code === 'ERR_HTTP_REQUEST_TIMEOUT';
    const times = isSlow ? { headersTimeout: 0, requestTimeout: 1_000, connectionsCheckingInterval: 20 } : {};
    const client = connect(portOf(await serve(build, { fastLane, ...times })), '127.0.0.1');
    client.on('error', () => {}).resume();
    client.write(start);
    await begun;
    goOn(client);
    await closed;
    expect(events).toEqual([
      ['error', code],
      ['close', true],
    ]);
  });

  test('sends the response to a client that keeps writing, and stops reading from it', async () => {
    const server = await serve(hello, { fastLane });
    const socket = connect({ port: portOf(server), host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => {}).setEncoding('latin1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    const write = (): void => {
      while (!socket.destroyed && socket.write('nonsense '.repeat(7_000)));
    };
    socket.on('drain', write);
    write();
    await new Promise((resolve) => socket.on('close', resolve));
    expect(statusesIn(text)).toEqual(['400']);
  });

  test("leaves these events to the application's listeners", async () => {
    const server = await serve(hello, { fastLane });
    server.on('clientError', (_error, socket) => socket.end('HTTP/1.1 499 Mine\r\n\r\n'));
    server.on('connect', (_req, socket) => socket.end('HTTP/1.1 499 Mine too\r\n\r\n'));
    expect(await converse(portOf(server), 'nonsense\r\n\r\n')).toBe('HTTP/1.1 499 Mine\r\n\r\n');
    const connected = await converse(portOf(server), 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n');
    expect(connected).toBe('HTTP/1.1 499 Mine too\r\n\r\n');
  });
});

// The fast lane does not read the connection in this time.
test.each(['nonsense\r\n\r\n', 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n'])(
  'stops reading from a client while an earlier response is pending (%j)',
  async (last) => {
    const server = await serve((app) => app.get('/', () => {}), { fastLane: false });
    const socket = connect(portOf(server), '127.0.0.1').on('error', () => {});
    const write = (): void => {
      while (!socket.destroyed && socket.write('x'.repeat(65_536)));
    };
    socket.on('drain', write);
    socket.write(get('/') + last);
    write();
    await new Promise((resolve) => socket.on('close', resolve));
    expect(socket.bytesWritten).toBeLessThan(32 * 1024 * 1024);
  },
);
