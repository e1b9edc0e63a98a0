import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { settle, until } from '@nextpress-internal/test-kit';
import { describe, expect, test } from 'vitest';
import { type Lane, request, sameOnEveryLane, type Target, talkTo } from './ecosystem/lanes.ts';
import type { RawClient } from './ecosystem/raw-client.ts';

/** How early a timer may fire, in milliseconds. */
const EARLY = 5;

/**
 * What must not expire while a client is prompt, in milliseconds. Node's timers cannot be faked, so it outlasts the pauses of a busy
 * machine.
 */
const AMPLE = 2_000;

interface Talk {
  readonly client: RawClient;
  readonly server: Server;
  readonly target: Target;
  /** The recorded events, in order. */
  readonly notes: string[];
  /** Resolves once `notes` has that many. */
  noted(count: number): Promise<void>;
}

interface TimeOut {
  readonly name: string;
  /** Additional options, which a server can't change later. */
  readonly base?: ServerOptions;
  readonly options?: Record<string, unknown>;
  /** The same on a server that is already listening. */
  readonly set?: (server: Server, notes: string[]) => void;
  /** Whether this Node has the setting. */
  readonly exists?: boolean;
  /** Responds to every request except `/before` and `/probe`. */
  readonly listener?: (req: IncomingMessage, res: ServerResponse, notes: string[]) => void;
  readonly talk: (talk: Talk) => Promise<unknown>;
  readonly effect: unknown;
  /** The minimum duration of the exchange, in milliseconds. */
  readonly notBefore?: number;
  readonly servedBy?: 'either' | 'node';
}

const probe = createServer();
const often = { connectionsCheckingInterval: 30 };
const stopped = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';

/** Records the events of a request and its response. */
function watch(req: IncomingMessage, res: ServerResponse, notes: string[]): void {
  for (const name of ['aborted', 'end', 'close', 'timeout'])
    req.on(name, () => void notes.push(`req ${name}`));
  req.on('error', (error) => void notes.push(`req error ${Reflect.get(error, 'code')}`));
  for (const name of ['finish', 'close']) res.on(name, () => void notes.push(`res ${name}`));
}

const partialBody = request('POST /held', ['Content-Length: 10']).concat('12345');

const timeOuts: readonly TimeOut[] = [
  {
    name: 'headersTimeout in the middle of a head',
    base: often,
    options: { headersTimeout: 200 },
    async talk({ client }) {
      await client.send('GET / HTTP/1.1\r\nHost: local');
      return client.rest();
    },
    effect: stopped,
    notBefore: 200,
    servedBy: 'either',
  },
  {
    name: "headersTimeout in the middle of a head, with a 'clientError' listener",
    base: often,
    options: { headersTimeout: 200 },
    async talk({ client, server }) {
      const error = new Promise<unknown>((resolve) => {
        server.on('clientError', (error, socket) => {
          socket.end('HTTP/1.1 499 Own\r\n\r\n');
          resolve(Reflect.get(error, 'code'));
        });
      });
      await client.send(`${request('GET /before')}GET / HTTP/1.1\r\nHost: local`);
      return [await error, (await client.rest()).includes('499 Own')];
    },
    effect: ['ERR_HTTP_REQUEST_TIMEOUT', true],
    notBefore: 200,
  },
  {
    name: 'headersTimeout on a connection that stays silent',
    base: often,
    options: { headersTimeout: 200 },
    talk: async ({ target }) => (await target.connect()).rest(),
    effect: stopped,
    notBefore: 200,
    servedBy: 'either',
  },
  {
    name: 'requestTimeout in the middle of a body',
    base: { ...often, headersTimeout: 0 },
    options: { requestTimeout: 200 },
    listener: watch,
    async talk({ client, notes, noted }) {
      await client.send(partialBody);
      const text = await client.rest();
      await noted(4);
      return [text, notes];
    },
    effect: [stopped, ['req aborted', 'res close', 'req error ECONNRESET', 'req close']],
    notBefore: 200,
  },
  {
    name: 'requestTimeout in the middle of a body, after the head of the response',
    base: { ...often, headersTimeout: 0 },
    options: { requestTimeout: 200 },
    listener(req, res, notes) {
      watch(req, res, notes);
      res.writeHead(200, { 'Content-Length': 10 }).write('begun');
    },
    async talk({ client, notes, noted }) {
      await client.send(partialBody);
      const text = await client.rest();
      await noted(4);
      return [text.slice(-5), text.includes('408'), notes];
    },
    effect: ['begun', false, ['req aborted', 'res close', 'req error ECONNRESET', 'req close']],
    notBefore: 200,
  },
  {
    name: 'requestTimeout while a handler is slow to respond to a complete request',
    base: { ...often, headersTimeout: 0 },
    options: { requestTimeout: 100 },
    listener: (_req, res) => void setTimeout(() => res.end('late'), 400),
    talk: async ({ client }) =>
      (await client.exchange(request('GET /') + request('POST /', [], 'body'), 2)).map(({ body }) => body),
    effect: ['late', 'late'],
    notBefore: 400,
  },
  {
    name: 'keepAliveTimeout',
    options: { keepAliveTimeout: 60 },
    async talk({ client }) {
      const [response] = await client.exchange(request('GET /before'));
      return [response?.rawHeaders.filter(([name]) => name === 'Keep-Alive'), await client.rest()];
    },
    effect: [[['Keep-Alive', 'timeout=0']], ''],
    notBefore: 1_060,
  },
  {
    name: 'keepAliveTimeout after an empty line, which does not start a head',
    base: often,
    options: { headersTimeout: 300, keepAliveTimeout: 60 },
    async talk({ client }) {
      await client.exchange(`${request('GET /before')}\r\n`);
      return client.rest();
    },
    effect: '',
    notBefore: 1_060,
  },
  {
    name: 'keepAliveTimeout on a connection that receives empty lines in time',
    base: often,
    options: { keepAliveTimeout: AMPLE },
    async talk({ client }) {
      await client.exchange(request('GET /before'));
      for (let n = 0; n < 4; n++) {
        await sleep(AMPLE / 2);
        await client.send('\r\n');
      }
      return client.isAlive();
    },
    effect: true,
    notBefore: 2 * AMPLE,
  },
  {
    name: 'keepAliveTimeout that a listener handled, then an empty line',
    base: often,
    options: { keepAliveTimeout: 60 },
    async talk({ client, server, notes, noted }) {
      server.once('timeout', () => notes.push('timeout'));
      await client.exchange(`${request('GET /before')}\r\n`);
      await noted(1);
      await client.send('\r\n');
      return [await client.rest(), notes];
    },
    effect: ['', ['timeout']],
    notBefore: 2_120,
  },
  {
    name: 'keepAliveTimeout on a connection that is used in time',
    options: { keepAliveTimeout: AMPLE },
    async talk({ client }) {
      const alive: boolean[] = [];
      for (let n = 0; n < 4; n++) {
        await sleep(AMPLE / 2);
        alive.push(await client.isAlive());
      }
      return alive;
    },
    effect: [true, true, true, true],
    notBefore: 2 * AMPLE,
  },
  {
    name: 'keepAliveTimeout of 0',
    options: { keepAliveTimeout: 0 },
    async talk({ client }) {
      const [response] = await client.exchange(request('GET /before'));
      await sleep(1_500);
      return [response?.rawHeaders.map(([name]) => name).sort(), await client.isAlive()];
    },
    effect: [['Connection', 'Content-Length', 'Date'], true],
  },
  {
    name: 'keepAliveTimeoutBuffer',
    options: { keepAliveTimeout: 60, keepAliveTimeoutBuffer: 0 },
    exists: 'keepAliveTimeoutBuffer' in probe,
    async talk({ client }) {
      await client.exchange(request('GET /before'));
      return client.rest();
    },
    effect: '',
    notBefore: 60,
  },
  {
    name: 'socket.setTimeout(0) after the last response',
    base: often,
    options: { keepAliveTimeout: 60 },
    listener({ socket }, res) {
      res.on('finish', () => socket.setTimeout(0)).end();
    },
    async talk({ client }) {
      await client.exchange(request('GET /own'));
      await sleep(1_500);
      return client.isAlive();
    },
    effect: true,
  },
  {
    name: 'socket.setTimeout() after the last response, until the next request',
    listener({ socket, url }, res) {
      if (url === '/first') res.on('finish', () => socket.setTimeout(AMPLE)).end();
      else setTimeout(() => res.end('late'), 1.2 * AMPLE);
    },
    async talk({ client }) {
      await client.exchange(request('GET /first'));
      const [response] = await client.exchange(request('GET /second'));
      return response?.body;
    },
    effect: 'late',
    notBefore: 1.2 * AMPLE,
  },
  {
    name: 'socket.setTimeout(0) after the last response, to a request that the lane leaves to Node',
    base: often,
    options: { keepAliveTimeout: 60 },
    listener({ socket }, res) {
      res.on('finish', () => socket.setTimeout(0)).end();
    },
    async talk({ client }) {
      await client.exchange(`${request('POST /own', ['Transfer-Encoding: chunked'])}0\r\n\r\n`);
      await sleep(1_500);
      return client.isAlive();
    },
    effect: true,
  },
  {
    name: 'keepAliveTimeout in the middle of the next head',
    base: often,
    options: { keepAliveTimeout: 60 },
    async talk({ client }) {
      await client.exchange(request('GET /before'));
      await client.send('GET / HT');
      return client.rest();
    },
    effect: '',
    notBefore: 1_060,
    servedBy: 'either',
  },
  {
    name: 'keepAliveTimeout in the middle of a pipelined head for Node',
    base: often,
    options: { keepAliveTimeout: 60 },
    async talk({ client }) {
      await client.send(`${request('GET /before')}GET / HTTP/1.0\r\nHost: local`);
      return (await client.rest()).match(/HTTP\/1\.1 \d+/g);
    },
    effect: ['HTTP/1.1 200'],
    notBefore: 1_060,
  },
  {
    name: 'keepAliveTimeout after the next head is complete',
    base: often,
    options: { keepAliveTimeout: AMPLE - 1_000 },
    listener(_req, res) {
      setTimeout(() => res.end('late'), 1.2 * AMPLE);
    },
    async talk({ client }) {
      await client.exchange(request('GET /before'));
      const text = request('GET /late');
      await client.send(text.slice(0, 8));
      await settle();
      const [response] = await client.exchange(text.slice(8));
      return response?.body;
    },
    effect: 'late',
    notBefore: 1.2 * AMPLE,
    servedBy: 'either',
  },
  {
    name: 'keepAliveTimeout in the middle of a body, after the response',
    options: { keepAliveTimeout: 60 },
    listener(_req, res) {
      res.end('responded to');
    },
    async talk({ client }) {
      const [response] = await client.exchange(partialBody);
      return [response?.body, await client.rest()];
    },
    effect: ['responded to', ''],
    notBefore: 1_060,
  },
  {
    name: "a 'timeout' listener on the server, which then owns an idle connection",
    options: { keepAliveTimeout: 60 },
    async talk({ client, server, notes, noted }) {
      server.on('timeout', (socket) => {
        notes.push(`timeout of ${socket.remotePort === client.socket.localPort}`);
      });
      await client.exchange(request('GET /before'));
      await noted(1);
      return [notes[0], await client.isAlive()];
    },
    effect: ['timeout of true', true],
    notBefore: 1_060,
  },
  {
    name: 'server.timeout',
    set: (server) => Object.assign(server, { timeout: 150 }),
    listener: watch,
    async talk({ client, notes, noted }) {
      await client.send(request('GET /held'));
      const text = await client.rest();
      await noted(4);
      return [text, notes];
    },
    effect: ['', ['req aborted', 'res close', 'req error ECONNRESET', 'req close']],
    notBefore: 150,
    servedBy: 'node',
  },
  {
    name: 'server.setTimeout() with a callback',
    set: (server, notes) =>
      server.setTimeout(150, (socket) => {
        notes.push('server timeout');
        socket.end('bye');
      }),
    listener: () => {},
    async talk({ client, notes }) {
      await client.send(request('GET /held'));
      // It may expire again until the client has closed the connection.
      return [await client.rest(), notes.slice(0, 1)];
    },
    effect: ['bye', ['server timeout']],
    notBefore: 150,
    servedBy: 'node',
  },
  {
    name: 'req.setTimeout()',
    listener(req, res, notes) {
      req.setTimeout(100, () => {
        // It may expire again until the rest of the request has come.
        if (res.writableEnded) return;
        notes.push('callback');
        res.statusCode = 503;
        res.end('too late');
      });
    },
    async talk({ client, notes }) {
      // A request emits a timeout only while it is incomplete.
      const [response] = await client.exchange(partialBody, ['POST']);
      await client.send('67890');
      return [response?.status, response?.body, notes, await client.isAlive()];
    },
    effect: [503, 'too late', ['callback'], true],
    notBefore: 100,
  },
  {
    name: 'req.setTimeout() on a complete request',
    listener(req, res, notes) {
      watch(req, res, notes);
      req.setTimeout(100);
    },
    async talk({ client, notes, noted }) {
      await client.send(request('GET /held'));
      const text = await client.rest();
      await noted(4);
      return [text, notes];
    },
    effect: ['', ['req aborted', 'res close', 'req error ECONNRESET', 'req close']],
    notBefore: 100,
  },
  {
    name: 'res.setTimeout()',
    listener(_req, res, notes) {
      res.setTimeout(100, () => {
        notes.push('callback');
        res.writeHead(504).end('too late');
      });
    },
    async talk({ client, notes }) {
      const [response] = await client.exchange(request('GET /held'));
      await sleep(250);
      return [response?.status, notes, await client.isAlive()];
    },
    effect: [504, ['callback'], true],
    notBefore: 100,
  },
  {
    name: 'socket.setTimeout()',
    listener({ socket }, _res, notes) {
      socket.setTimeout(100, () => {
        notes.push('callback');
        socket.end('bye');
      });
      socket.once('timeout', () => void notes.push('listener'));
    },
    async talk({ client, server, notes }) {
      server.on('timeout', () => void notes.push('server'));
      await client.send(request('GET /held'));
      return [await client.rest(), notes.slice(0, 3)];
    },
    effect: ['bye', ['server', 'callback', 'listener']],
    notBefore: 100,
  },
  {
    name: 'socket.setTimeout() that a response and the next request clear',
    listener({ socket, url }, res, notes) {
      if (url === '/first') socket.setTimeout(AMPLE, () => void notes.push('callback'));
      setTimeout(() => res.end(url), url === '/first' ? 1 : 1.2 * AMPLE);
    },
    async talk({ client, notes }) {
      await client.exchange(request('GET /first'));
      const [response] = await client.exchange(request('GET /second'));
      return [response?.body, notes, await client.isAlive()];
    },
    effect: ['/second', [], true],
    notBefore: 1.2 * AMPLE,
  },
  {
    name: 'req.setTimeout() while a body trickles in',
    listener(req, res, notes) {
      req.setTimeout(AMPLE, () => void notes.push('callback'));
      req.on('end', () => res.end('whole')).resume();
    },
    async talk({ client, notes }) {
      const text = request('POST /', [], '0123456789');
      await client.send(text.slice(0, -10));
      for (const byte of '0123456789') {
        await sleep(AMPLE / 5);
        await client.send(byte);
      }
      return [(await client.response('POST')).body, notes];
    },
    effect: ['whole', []],
    notBefore: 2 * AMPLE,
  },
];

const existing = timeOuts.filter(({ exists = true }) => exists);

describe.concurrent.each(existing)('$name', (timeOut) => {
  const { base = {}, options = {}, set, listener, talk, effect, notBefore = 0, servedBy } = timeOut;
  const only = { atOnce: true, ...(servedBy && { servedBy }) };

  /** Serves with `options`, over a connection that was already used if they are set `later`. */
  async function run(lane: Lane, later: boolean): Promise<unknown> {
    const notes: string[] = [];
    const server = createServer({ ...base, ...(!later && options) }, (req, res) => {
      if (listener === undefined || req.url === '/before' || req.url === '/probe')
        return void res.end('at once');
      listener(req, res, notes);
    });
    if (!later) set?.(server, notes);
    return talkTo(lane.over(server), async (target) => {
      const client = await target.connect();
      if (later) {
        await client.exchange(request('GET /before') + request('GET /before'), 2);
        Object.assign(server, options);
        set?.(server, notes);
      }
      const noted = async (count: number): Promise<void> => {
        await until(() => notes.length >= count);
      };
      const begun = performance.now();
      const seen = await talk({ client, server, target, notes, noted });
      expect(performance.now() - begun).toBeGreaterThan(notBefore - EARLY);
      return seen;
    });
  }

  test('before the first connection, it has the same effect as on plain Node', async () => {
    expect(await sameOnEveryLane((lane) => run(lane, false), only)).toEqual(effect);
  });

  test('on a used connection, it has the same effect as on plain Node', async () => {
    expect(await sameOnEveryLane((lane) => run(lane, true), { atOnce: true })).toEqual(effect);
  });
});
