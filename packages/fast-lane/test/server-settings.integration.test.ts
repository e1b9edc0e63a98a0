import {
  createServer,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { expect, test } from 'vitest';
import {
  type Lane,
  request,
  type ServedBy,
  sameOnEveryLane,
  type Target,
  talkTo,
} from './ecosystem/lanes.ts';
import type { RawClient } from './ecosystem/raw-client.ts';

/** Server options, including those of later Node versions. */
type Options = ServerOptions & Record<string, unknown>;

interface Setting {
  readonly name: string;
  /** The setting as an option, if it exists as one. */
  readonly options?: Options;
  /** The setting set on a server, if it can be. */
  readonly set?: (server: Server) => void;
  /** Whether this Node has the setting. */
  readonly exists?: boolean;
  readonly listener?: RequestListener;
  /** A request that shows the effect to a client. */
  readonly talk: (client: RawClient, server: Server, target: Target) => Promise<unknown>;
  /** The result on plain Node when it is set before the connection, and when set after its first requests. */
  readonly effect: unknown;
  /** @defaultValue as `effect` */
  readonly lateEffect?: unknown;
  /** Which lane serves when it is set at construction. @defaultValue `lane` */
  readonly servedBy?: ServedBy;
}

const echo: RequestListener = (req, res) => {
  res.end(JSON.stringify({ url: req.url, headers: req.headers }));
};

/** Sends, reads one response per method, and checks whether the connection is still open. */
async function outcome(
  client: RawClient,
  bytes: string,
  methods: readonly string[] = ['GET'],
): Promise<unknown[]> {
  await client.send(bytes);
  const responses = await client.responses(methods).catch(() => []);
  const seen = responses.map(({ status, body }) =>
    body.startsWith('{') ? JSON.parse(body).headers : body || status,
  );
  return [...seen, await client.isAlive()];
}

/** The statuses of the responses, and the values of a header. */
async function fieldTexts(client: RawClient, bytes: string, count: number, name: string): Promise<string[]> {
  const responses = await client.exchange(bytes, count);
  return responses.flatMap(({ status, rawHeaders }) =>
    rawHeaders.filter(([other]) => other.toLowerCase() === name).map(([, value]) => `${status} ${value}`),
  );
}

const probe = createServer();
const host = { host: 'localhost' };
const isNode20 = process.versions.node.startsWith('20.');

/** Writes where writing is not allowed, and responds to `/code` with the resulting error. */
function codeOfWrite(): RequestListener {
  let code: unknown = 'none';
  return (req, res) => {
    if (req.url === '/code') return void res.end(code);
    try {
      code = 'none';
      res.writeHead(204).write('x');
    } catch (error) {
      code = Reflect.get(error as Error, 'code');
    }
    res.end();
  };
}

const settings: readonly Setting[] = [
  {
    name: 'maxHeaderSize, exceeded',
    options: { maxHeaderSize: 1_000 },
    set: (server) => Object.assign(server, { maxHeaderSize: 1_000 }),
    talk: (client) => outcome(client, request('GET /', [`X-A: ${'a'.repeat(1_000)}`])),
    effect: [431, false],
    lateEffect: [{ ...host, 'x-a': 'a'.repeat(1_000) }, true],
    servedBy: 'either',
  },
  {
    name: 'maxHeaderSize, not exceeded',
    options: { maxHeaderSize: 1_000 },
    talk: (client) => outcome(client, request('GET /', [`X-A: ${'a'.repeat(800)}`])),
    effect: [{ ...host, 'x-a': 'a'.repeat(800) }, true],
  },
  {
    name: 'maxHeaderSize, larger than the default',
    options: { maxHeaderSize: 40_000 },
    talk: (client) => outcome(client, request('GET /', [`X-A: ${'a'.repeat(30_000)}`])),
    effect: [{ ...host, 'x-a': 'a'.repeat(30_000) }, true],
  },
  {
    name: 'joinDuplicateHeaders',
    options: { joinDuplicateHeaders: true },
    set: (server) => Object.assign(server, { joinDuplicateHeaders: true }),
    talk: (client) =>
      outcome(client, request('GET /', ['Age: 1', 'X-A: 2', 'Age: 3', 'X-A: 4', 'Cookie: a', 'Cookie: b'])),
    effect: [{ ...host, age: '1, 3', 'x-a': '2, 4', cookie: 'a; b' }, true],
  },
  {
    name: 'rejectNonStandardBodyWrites',
    options: { rejectNonStandardBodyWrites: true },
    set: (server) => Object.assign(server, { rejectNonStandardBodyWrites: true }),
    listener: codeOfWrite(),
    talk: async (client) => {
      const responses = await client.exchange(request('GET /') + request('GET /code'), 2);
      return responses.map(({ status, body }) => [status, body]);
    },
    effect: [
      [204, ''],
      [200, 'ERR_HTTP_BODY_NOT_ALLOWED'],
    ],
  },
  {
    name: "a second 'request' listener",
    set: (server) => server.on('request', (req, res) => void (req.url === '/late' && res.end('second'))),
    listener: (req, res) => void (req.url === '/late' || res.end('first')),
    talk: (client) => outcome(client, request('GET /') + request('GET /late'), ['GET', 'GET']),
    effect: ['first', 'second', true],
  },
  {
    name: "other 'request' listeners instead of the first",
    set: (server) => server.removeAllListeners('request').on('request', (_req, res) => void res.end('other')),
    talk: (client) => outcome(client, request('GET /') + request('GET /'), ['GET', 'GET']),
    effect: ['other', 'other', true],
  },
  {
    name: 'a replaced emit',
    set(server) {
      const { emit } = server;
      server.emit = (name: string, ...args: unknown[]) => {
        if (name === 'request') (args[1] as ServerResponse).setHeader('X-Emitted', 'yes');
        return Reflect.apply(emit, server, [name, ...args]);
      };
    },
    talk: (client) => fieldTexts(client, request('GET /') + request('GET /'), 2, 'x-emitted'),
    effect: ['200 yes', '200 yes'],
  },
  {
    name: "a 'clientError' listener",
    set: (server) =>
      server.on(
        'clientError',
        (error, socket) => void socket.end(`HTTP/1.1 499 ${Reflect.get(error, 'code')}\r\n\r\n`),
      ),
    async talk(client) {
      const good = await client.exchange(request('GET /') + request('GET /'), 2);
      await client.send('GET /%zz HTTP/9.9\r\n\r\n');
      return [good.length, await client.rest()];
    },
    effect: [2, 'HTTP/1.1 499 HPE_INVALID_VERSION\r\n\r\n'],
  },
  {
    name: "a 'checkContinue' listener",
    set: (server) =>
      server.on('checkContinue', (req, res) => {
        res.writeContinue();
        req.resume().on('end', () => res.end('checked'));
      }),
    talk: (client) =>
      outcome(client, request('GET /') + request('POST /', ['Expect: 100-continue'], 'body'), [
        'GET',
        'POST',
        'POST',
      ]),
    effect: [host, 100, 'checked', true],
  },
  {
    name: "a 'checkExpectation' listener",
    set: (server) => server.on('checkExpectation', (_req, res) => void res.end('expected')),
    talk: (client) => outcome(client, request('GET /', ['Expect: more'])),
    effect: ['expected', true],
    servedBy: 'either',
  },
  {
    name: 'maxRequestsPerSocket',
    set: (server) => Object.assign(server, { maxRequestsPerSocket: 3 }),
    async talk(client, server) {
      let dropped = 0;
      server.on('dropRequest', () => dropped++);
      const kept = await fieldTexts(
        client,
        Array<string>(4).fill(request('GET /')).join(''),
        4,
        'keep-alive',
      );
      return [kept, dropped, await client.isAlive()];
    },
    effect: [['200 timeout=5, max=3', '200 timeout=5, max=3'], 1, true],
    servedBy: 'node',
  },
  {
    name: 'maxHeadersCount',
    set: (server) => Object.assign(server, { maxHeadersCount: 2 }),
    talk: (client) => outcome(client, request('GET /', ['X-A: 1', 'X-B: 2', 'X-C: 3'])),
    // Node 20 leaves the other fields out, later ones refuse the request.
    effect: isNode20 ? [{ ...host, 'x-a': '1' }, true] : [431, false],
    lateEffect: [{ ...host, 'x-a': '1', 'x-b': '2', 'x-c': '3' }, true],
    servedBy: 'node',
  },
  {
    name: 'uniqueHeaders',
    options: { uniqueHeaders: ['x-a'] },
    listener: (_req, res) => void res.setHeader('X-A', ['1', '2']).setHeader('X-B', ['1', '2']).end(),
    async talk(client) {
      const [response] = await client.exchange(request('GET /'));
      return response?.rawHeaders.slice(0, 3);
    },
    effect: [
      ['X-A', '1; 2'],
      ['X-B', '1'],
      ['X-B', '2'],
    ],
    servedBy: 'node',
  },
  {
    name: 'insecureHTTPParser',
    options: { insecureHTTPParser: true },
    set: (server) => Object.assign(server, { insecureHTTPParser: true }),
    talk: (client) => outcome(client, request('GET /', ['X-A: a\x01b'])),
    effect: [{ ...host, 'x-a': 'a\x01b' }, true],
    lateEffect: [400, false],
    servedBy: 'node',
  },
  {
    name: 'httpValidation',
    options: { httpValidation: 'relaxed' },
    exists: 'httpValidation' in probe,
    talk: (client) => outcome(client, request('GET /', ['X-A: a\x01b'])),
    effect: [{ ...host, 'x-a': 'a\x01b' }, true],
    servedBy: 'node',
  },
  {
    name: 'optimizeEmptyRequests',
    options: { optimizeEmptyRequests: true },
    exists: Number.parseInt(process.versions.node, 10) >= 24,
    listener(req, res) {
      const events: string[] = [];
      for (const name of ['end', 'close']) req.on(name, () => void events.push(name));
      req.resume();
      setTimeout(() => res.end(`${events} ${req.readableEnded} ${req.complete}`), 5);
    },
    talk: (client) => outcome(client, request('GET /')),
    effect: [expect.any(String), true],
    servedBy: 'node',
  },
  {
    name: 'requireHostHeader, off',
    options: { requireHostHeader: false },
    set: (server) => Object.assign(server, { requireHostHeader: false }),
    talk: (client) => outcome(client, 'GET / HTTP/1.1\r\nX-A: 1\r\n\r\n'),
    effect: [{ 'x-a': '1' }, true],
    servedBy: 'either',
  },
  {
    name: 'requireHostHeader, on',
    options: { requireHostHeader: true },
    talk: (client) => outcome(client, 'GET / HTTP/1.1\r\nX-A: 1\r\n\r\n'),
    effect: [400, false],
    servedBy: 'either',
  },
  {
    name: 'highWaterMark',
    options: { highWaterMark: 50 },
    listener(req, res) {
      const marks = [req.readableHighWaterMark, res.writableHighWaterMark];
      res.end(`${marks} ${res.write('x'.repeat(60))}`);
    },
    talk: (client) => outcome(client, request('GET /')),
    effect: [`${'x'.repeat(60)}50,50 false`, true],
  },
  {
    name: 'shouldUpgradeCallback',
    options: { shouldUpgradeCallback: () => false },
    exists: 'shouldUpgradeCallback' in probe,
    talk: (client) => outcome(client, request('GET /', ['Connection: Upgrade', 'Upgrade: x'])),
    effect: [{ ...host, connection: 'Upgrade', upgrade: 'x' }, true],
    servedBy: 'either',
  },
  {
    name: 'httpAllowHalfOpen',
    set: (server) => Object.assign(server, { httpAllowHalfOpen: true }),
    listener: (req, res) => void setTimeout(() => res.end(req.url), 10),
    async talk(client) {
      await client.send(request('GET /a') + request('GET /b'));
      client.socket.end();
      return (await client.rest()).match(/\/[ab]$|\/[ab](?=HTTP)/g);
    },
    effect: ['/a', '/b'],
  },
  {
    name: 'no httpAllowHalfOpen',
    // After FIN, however late that is read.
    listener: (req, res) =>
      void (req.url === '/now'
        ? res.end('now')
        : req.socket.once('end', () => setImmediate(() => res.end(req.url)))),
    async talk(client) {
      await client.exchange(request('GET /now'));
      await client.send(request('GET /a') + request('GET /b'));
      client.socket.end();
      return client.rest();
    },
    effect: '',
  },
  {
    name: 'maxConnections',
    set: (server) => Object.assign(server, { maxConnections: 1 }),
    async talk(client, server, { connect }) {
      const dropped = new Promise((resolve) => server.once('drop', () => resolve('dropped')));
      const other = await connect();
      await other.send(request('GET /'));
      const seen = [await dropped, await other.rest(), await client.isAlive()];
      server.maxConnections = 100;
      return [...seen, await (await connect()).isAlive()];
    },
    effect: ['dropped', '', true, true],
  },
];

const existing = settings.filter(({ exists = true }) => exists);

test.each(existing)(
  '$name, set before the first connection, has the same effect as on plain Node',
  async ({ options, set, listener = echo, talk, effect, servedBy }) => {
    const seen = await sameOnEveryLane(
      (lane: Lane) => {
        const server = createServer(options ?? {}, listener);
        if (options === undefined) set?.(server);
        return talkTo(lane.over(server), async (target) => talk(await target.connect(), server, target));
      },
      { ...(servedBy && { servedBy }) },
    );
    expect(seen).toEqual(effect);
  },
);

test.each(existing.filter(({ set }) => set !== undefined))(
  '$name, set between two batches on a connection, has the same effect as on plain Node',
  async ({ set, listener = echo, talk, effect, lateEffect = effect }) => {
    const seen = await sameOnEveryLane((lane: Lane) => {
      const server = lane.over(createServer(listener));
      return talkTo(server, async (target) => {
        const client = await target.connect();
        await client.exchange(request('GET /before') + request('GET /before'), 2);
        set?.(server);
        return talk(client, server, target);
      });
    });
    expect(seen).toEqual(lateEffect);
  },
);
