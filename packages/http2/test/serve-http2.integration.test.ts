import { once } from 'node:events';
import { createServer, IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http';
import {
  type ClientHttp2Session,
  connect,
  createServer as createHttp2Server,
  type Http2ServerRequest,
  type OutgoingHttpHeaders,
} from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import { finished } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { clientSecret, connectSecurely, exchange, listen, serverSecret } from '@nextpress-internal/test-kit';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import {
  ALPN_PROTOCOLS,
  type Http2Sessions,
  isStreamSocket,
  readHttp2Options,
  replaceMessages,
  type SessionSetup,
  serveHttp2,
} from '../src/index.ts';

/** Starts a server with HTTP/2 until the test ends. */
async function serve(
  server: Server,
  setup?: Partial<SessionSetup>,
): Promise<{ port: number; sessions: Http2Sessions }> {
  const sessions = serveHttp2(server, setup);
  const { port, close } = await listen(server);
  onTestFinished(close);
  return { port, sessions };
}

function open(url: string, options = {}): ClientHttp2Session {
  const session = connect(url, options).on('error', () => {});
  onTestFinished(() => session.destroy());
  return session;
}

async function request(
  session: ClientHttp2Session,
  headers: OutgoingHttpHeaders,
  body?: string,
): Promise<[status: number | undefined, body: string]> {
  const stream = session.request(headers, { endStream: body === undefined });
  if (body !== undefined) stream.end(body);
  let status: number | undefined;
  stream.on('response', (fields) => {
    status = fields[':status'];
  });
  stream.on('error', () => {});
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  await once(stream, 'close');
  return [status, text];
}

const echo: RequestListener = (req, res) => {
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.on('end', () => res.end(`${req.httpVersion} ${req.method} ${req.url} ${Buffer.concat(chunks)}`));
};

test('a server of node:http serves HTTP/1.1 and HTTP/2 on one port', async () => {
  const { port } = await serve(createServer(echo));
  const session = open(`http://127.0.0.1:${port}`);
  expect(await request(session, { ':method': 'POST', ':path': '/a' }, 'abc')).toEqual([
    200,
    '2.0 POST /a abc',
  ]);
  expect(await (await fetch(`http://127.0.0.1:${port}/b`)).text()).toBe('1.1 GET /b ');
});

test('a node:https server serves the protocol that the client chooses', async () => {
  const server = createHttpsServer({ ...serverSecret, ALPNProtocols: [...ALPN_PROTOCOLS] }, echo);
  const { port } = await serve(server);
  const session = open(`https://127.0.0.1:${port}`, { ...clientSecret, ALPNProtocols: ['h2'] });
  expect(await request(session, { ':path': '/a' })).toEqual([200, '2.0 GET /a ']);
  const [response] = await exchange(connectSecurely(port), 'GET /b HTTP/1.1\r\nHost: a\r\n\r\n', {
    responses: 1,
  });
  expect(response?.body).toBe('1.1 GET /b ');
});

test('Express serves HTTP/2 with its own requests and responses', async () => {
  const app = express();
  app.use(express.json());
  app.post('/users/:id', (req, res) => void res.json({ id: req.params.id, body: req.body }));
  const { port } = await serve(createServer(app));
  const headers = { ':method': 'POST', ':path': '/users/1', 'content-type': 'application/json' };
  expect(await request(open(`http://127.0.0.1:${port}`), headers, '{"a":1}')).toEqual([
    200,
    '{"id":"1","body":{"a":1}}',
  ]);
});

test('messages use the prototypes of the setup', async () => {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse<IncomingMessage> {}
  const server = createServer((req, res) => {
    const isOwn = [
      Object.getPrototypeOf(req) === Request.prototype,
      Object.getPrototypeOf(res) === Response.prototype,
    ];
    res.end(String([...isOwn, isStreamSocket(req.socket)]));
  });
  const { port } = await serve(server, { messages: { Request, Response } });
  expect(await request(open(`http://127.0.0.1:${port}`), { ':path': '/' })).toEqual([200, 'true,true,true']);
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('false,false,false');
});

test('the server sends 100 Continue when it has no checkContinue listener', async () => {
  const { port } = await serve(createServer(echo));
  const session = open(`http://127.0.0.1:${port}`);
  const stream = session.request({ ':method': 'POST', ':path': '/', expect: '100-continue' });
  await once(stream, 'continue');
  stream.end('abc');
  const [headers] = await once(stream, 'response');
  expect(headers[':status']).toBe(200);
});

type TakeBody = (this: IncomingMessage, isLent: boolean) => Buffer | undefined;
const take = (req: IncomingMessage): string =>
  `${(Reflect.get(req, Symbol.for('nextpress.takeBody')) as TakeBody | undefined)?.call(req, true)}`;

test('a parser takes a body that has arrived with its head, and the request then ends', async () => {
  const { port } = await serve(
    createServer((req, res) => {
      const outcomes = [take(req), take(req)];
      req.once('end', () => outcomes.push('end')).once('close', () => res.end(outcomes.join()));
    }),
  );
  const session = open(`http://127.0.0.1:${port}`);
  expect(await request(session, { ':method': 'POST' }, 'abc')).toEqual([200, 'abc,undefined,end']);
});

test.each<[what: string, touch: (req: IncomingMessage) => unknown]>([
  ['listens to data', (req) => req.on('data', () => {})],
  ['listens to readable', (req) => req.on('readable', () => {})],
  ['has paused the request', (req) => req.pause()],
  ['has read the body', (req) => req.read()],
  ['has replaced on()', (req) => Object.assign(req, { on: req.on.bind(req) })],
])('a parser takes no body when the application %s', async (_, touch) => {
  const { port } = await serve(
    createServer((req, res) => {
      touch(req);
      res.end(take(req));
    }),
  );
  const session = open(`http://127.0.0.1:${port}`);
  expect(await request(session, { ':method': 'POST' }, 'abc')).toEqual([200, 'undefined']);
});

test('a parser takes no body whose end has not arrived', async () => {
  const { port } = await serve(createServer((req, res) => res.end(take(req))));
  const stream = open(`http://127.0.0.1:${port}`).request({ ':method': 'POST' });
  stream.write('abc');
  const chunks = await stream.setEncoding('utf8').toArray();
  expect(chunks.join('')).toBe('undefined');
});

test('a rejected request gets an empty response, or the response of the setup', async () => {
  const connectTo = { ':method': 'CONNECT', ':authority': 'a:80' };
  const { port } = await serve(createServer(expect.fail));
  expect(await request(open(`http://127.0.0.1:${port}`), connectTo)).toEqual([501, '']);
  const { port: second } = await serve(createServer(expect.fail), {
    refuse: (res, status) => void res.writeHead(status).end(`status ${status}`),
  });
  expect(await request(open(`http://127.0.0.1:${second}`), connectTo)).toEqual([501, 'status 501']);
});

test('retire waits for requests in flight, then closes the connection', async () => {
  const server = createServer();
  const { port, sessions } = await serve(server);
  const session = open(`http://127.0.0.1:${port}`);
  const response = request(session, { ':path': '/' });
  const [, res] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  sessions.retire();
  res.end('last');
  expect(await response).toEqual([200, 'last']);
  if (!session.destroyed) await once(session, 'close');
});

test('replaceMessages creates node:http messages for a request of http2.createServer()', async () => {
  const server = createHttp2Server((foreign: Http2ServerRequest) => {
    const messages = replaceMessages(foreign, { Request: IncomingMessage, Response: ServerResponse });
    if (messages !== undefined) echo(messages.req, messages.res);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const session = open(`http://127.0.0.1:${port}`);
  expect(await request(session, { ':method': 'PUT', ':path': '/' }, 'abc')).toEqual([200, '2.0 PUT / abc']);
});

/** Collects uncaught exceptions until the test ends. */
function uncaught(): unknown[] {
  const errors: unknown[] = [];
  process.setUncaughtExceptionCaptureCallback((error) => void errors.push(error));
  onTestFinished(() => process.setUncaughtExceptionCaptureCallback(null));
  return errors;
}

test.each<[what: string, respond: (res: ServerResponse, fail: () => void) => void]>([
  ['a listener of `finish`', (res, fail) => res.on('finish', fail).end('a')],
  ['the callback of end()', (res, fail) => res.end('a', fail)],
])('a response ends when %s throws', async (_what, respond) => {
  const failure = new Error('failure');
  const errors = uncaught();
  const closed: string[] = [];
  const server = createServer((req, res) => {
    req.socket.on('close', () => closed.push('stream'));
    res.on('close', () => closed.push('response'));
    respond(res, () => {
      throw failure;
    });
  });
  const { port } = await serve(server, { settings: readHttp2Options({ idleTimeout: 50 }) });
  const session = open(`http://127.0.0.1:${port}`);
  expect(await request(session, { ':path': '/' })).toEqual([200, 'a']);
  await once(session, 'close');
  expect(closed.toSorted()).toEqual(['response', 'stream']);
  expect(errors).toEqual([failure]);
});

test('requests held back by unread responses are served when a listener throws', async () => {
  const errors = uncaught();
  const large = Buffer.alloc(3 * 1024 * 1024);
  const server = createServer(({ url }, res) => {
    if (url === '/throws') throw res.destroy();
    res.end(url === '/large' ? large : 'a');
  });
  const { port } = await serve(server);
  const session = open(`http://127.0.0.1:${port}`);
  const unread = ['/large', '/large'].map((path) => session.request({ ':path': path }));
  await Promise.all(unread.map((stream) => once(stream, 'response')));
  for (const path of ['/throws', '/throws']) session.request({ ':path': path }).on('error', () => {});
  const response = request(session, { ':path': '/' });
  for (const stream of unread) stream.resume();
  expect(await response).toEqual([200, 'a']);
  expect(errors).toHaveLength(2);
});

test('finished() on the socket calls back without an error after a response', async () => {
  const results: unknown[] = [];
  const server = createServer((req, res) => {
    finished(req.socket, (error) => results.push(error));
    res.on('close', () => setImmediate(() => finished(req.socket, (error) => results.push(error))));
    res.end('a');
  });
  const { port } = await serve(server);
  expect(await request(open(`http://127.0.0.1:${port}`), { ':path': '/' })).toEqual([200, 'a']);
  await expect.poll(() => results).toEqual([undefined, undefined]);
});

test.each<[what: string, respond: (res: ServerResponse) => void]>([
  ['a body that fills the buffer', (res) => void res.end(Buffer.alloc(200_000))],
  [
    'trailers',
    (res) => {
      res.write('a');
      res.addTrailers({ 'x-a': '1' });
      res.end();
    },
  ],
])('a closed stream does not retain the response of %s', async (_what, respond) => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const streams: object[] = [];
  const responses: WeakRef<object>[] = [];
  const server = createServer((req, res) => {
    streams.push(req.socket);
    responses.push(new WeakRef(res));
    respond(res);
  });
  const { port } = await serve(server);
  const session = open(`http://127.0.0.1:${port}`);
  for (let count = 0; count < 5; count++) await request(session, { ':path': '/' });
  const kept = (): number => {
    collect();
    return responses.filter((response) => response.deref() !== undefined).length;
  };
  // The last one may still be on the stack.
  await expect.poll(kept).toBeLessThan(2);
  expect(streams).toHaveLength(5);
});

function changing(...texts: string[]): string {
  return { toString: () => texts.shift() ?? 'b\r\nevil: c' } as string;
}

test.each<[what: string, setHead: (res: ServerResponse) => unknown]>([
  ['an invalid name', (res) => res.writeHead(200, { 'x a': 'b' })],
  ['an invalid value', (res) => res.writeHead(200, { 'x-a': 'b\r\nevil: c' })],
  ['an undefined value', (res) => res.writeHead(200, { 'x-a': undefined })],
  ['an invalid name in a list', (res) => res.writeHead(200, ['x a', 'b'])],
  ['an invalid value in a list', (res) => res.writeHead(200, ['x-a', 'b\r\nevil: c'])],
  ['an invalid name in a pair', (res) => res.writeHead(200, [['x a', 'b']] as never)],
  ['an invalid value in a pair', (res) => res.writeHead(200, [['x-a', 'b\r\nevil: c']] as never)],
  ['a valid list', (res) => res.writeHead(200, ['x-a', 'b', 'X-A', 'c'])],
  ['null', (res) => res.writeHead(200, { 'x-a': null as never })],
  ['several cookies', (res) => res.setHeader('Cookie', ['a=1', 'b=2'])],
])('a head with %s is sent or rejected as over HTTP/1.1', async (_what, setHead) => {
  const server = createServer((_req, res) => {
    try {
      setHead(res);
      res.end();
    } catch (error) {
      res.writeHead(500, { 'x-a': (error as NodeJS.ErrnoException).code }).end();
    }
  });
  const { port } = await serve(server);
  const { status, headers } = await fetch(`http://127.0.0.1:${port}`);
  const [fields] = await once(open(`http://127.0.0.1:${port}`).request({ ':path': '/' }), 'response');
  expect([fields[':status'], fields['x-a'], fields.cookie]).toEqual([
    status,
    headers.get('x-a') ?? undefined,
    headers.get('cookie') ?? undefined,
  ]);
});

test.each<[what: string, setHead: (res: ServerResponse) => unknown]>([
  ['changes with each conversion', (res) => res.writeHead(200, { 'x-a': changing('b', 'b') })],
  [
    'changes after it was set',
    (res) => {
      const values = ['b'];
      res.setHeader('x-a', values);
      values[0] = 'b\r\nevil: c';
      res.writeHead(200);
    },
  ],
])('a value that %s is rejected unless its string is valid', async (_what, setHead) => {
  const heads: unknown[] = [];
  const server = createServer((_req, res) => {
    try {
      setHead(res);
    } catch {}
    heads.push(String(Reflect.get(res, '_header')).includes('evil'));
    res.destroy();
  });
  const { port } = await serve(server);
  open(`http://127.0.0.1:${port}`)
    .request({ ':path': '/' })
    .on('error', () => {});
  await expect.poll(() => heads).toEqual([false]);
});
