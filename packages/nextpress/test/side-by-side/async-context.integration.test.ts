import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { closeServer } from '@nextpress-internal/test-kit';
import theirs from 'express';
import ours from 'nextpress/express';
import { afterAll, describe, expect, test } from 'vitest';
import type { Express } from './compare.ts';

const home = mkdtempSync(join(tmpdir(), 'async-context-'));
mkdirSync(join(home, 'folder'));
writeFileSync(join(home, 'small.txt'), 'small');
writeFileSync(join(home, 'large.bin'), Buffer.alloc(1_000_000));
writeFileSync(join(home, 'page.view'), 'page');
afterAll(() => rmSync(home, { recursive: true }));

const storage = new AsyncLocalStorage<string>();

/** How middleware sets an asynchronous context for later code. */
const scopes = {
  run: (value: string, next: () => void) => storage.run(value, next),
  enterWith: (value: string, next: () => void) => {
    storage.enterWith(value);
    next();
  },
};

interface Server {
  readonly port: number;
  /** The contexts that the application saw: the step, the name of the request and the stored value. */
  readonly seen: string[];
  /** Resolves when the request of this name has reached the first middleware. */
  reached(name: string): Promise<void>;
  close(): Promise<void>;
}

async function start(express: Express, scope: keyof typeof scopes, isFast: boolean): Promise<Server> {
  const seen: string[] = [];
  const arrived = new Map<string, () => void>();
  const app = express().set('views', home).set('view engine', 'view');
  const nameOf = (req: object): string =>
    String((req as { headers: Record<string, unknown> }).headers['x-name']);
  const see = (step: string, req: object): void => {
    seen.push(`${step} of ${nameOf(req)} in ${storage.getStore()}`);
  };
  app.engine('view', (_path, _options, done) => void setImmediate(done, null, 'page'));
  app.use((req, _res, next) => {
    arrived.get(nameOf(req))?.();
    scopes[scope](nameOf(req), next);
  });
  const verify = (req: object): void => see('verify', req);
  app.use('/json', express.json({ limit: '150kb', verify }));
  app.use('/plain', express.json({ limit: '150kb' }));
  app.use('/form', express.urlencoded({ extended: true }));
  app.use('/text', express.text({ limit: '2mb' }));
  app.use('/raw', express.raw({ limit: '2mb' }));
  const setHeaders = (res: object): void => see('setHeaders', (res as { req: object }).req);
  app.use('/files', express.static(home, { setHeaders, index: false, redirect: false }));
  app.get('/send/:file', (req, res) =>
    res.sendFile(req.params.file, { root: home }, (error) => {
      see(error ? 'failed callback' : 'callback', req);
      if (error && !res.headersSent) res.end();
    }),
  );
  app.get('/forward/:file', (req, res) => res.sendFile(req.params.file, { root: home }));
  app.get('/download/:file', (req, res) =>
    res.download(join(home, req.params.file), (error) => {
      see(error ? 'failed callback' : 'callback', req);
      if (error && !res.headersSent) res.end();
    }),
  );
  app.get('/render', (req, res) => {
    res.render('page', (_error: unknown, html: string) => {
      see('render', req);
      res.send(html);
    });
  });
  app.use((req, res) => {
    see('handler', req);
    res.end();
  });
  app.use(((_error, req, res, _next) => {
    see('error handler', req);
    if (!res.headersSent) res.end();
  }) satisfies theirs.ErrorRequestHandler);
  const server = isFast ? app.listen(0, '127.0.0.1') : createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    seen,
    reached: (name) => new Promise((resolve) => arrived.set(name, resolve)),
    close: () => closeServer(server),
  };
}

interface Sent {
  readonly path: string;
  readonly type?: string;
  readonly body?: Buffer | string;
  readonly fields?: string;
  /** The steps whose context is compared, in order. */
  readonly steps: readonly string[];
}

const JSON_TYPE = 'application/json';
const json = `{"a":"${'x'.repeat(2_000)}"}`;
const long = 'x'.repeat(1_000_000);
const GZIP = 'Content-Encoding: gzip\r\n';

const requests: Readonly<Record<string, Sent>> = {
  'a JSON body': { path: '/json', type: JSON_TYPE, body: json, steps: ['verify', 'handler'] },
  'a JSON body without verify': { path: '/plain', type: JSON_TYPE, body: json, steps: ['handler'] },
  'a form': {
    path: '/form',
    type: 'application/x-www-form-urlencoded',
    body: 'a[b]=1',
    steps: ['handler'],
  },
  'a long text': { path: '/text', type: 'text/plain', body: long, steps: ['handler'] },
  'long bytes': { path: '/raw', type: 'application/octet-stream', body: long, steps: ['handler'] },
  'a compressed body': {
    path: '/plain',
    type: JSON_TYPE,
    body: gzipSync(json),
    fields: GZIP,
    steps: ['handler'],
  },
  'a body that inflates in the thread pool': {
    path: '/text',
    type: 'text/plain',
    body: gzipSync(`${long}${crypto.randomUUID()}`, { level: 0 }),
    fields: GZIP,
    steps: ['handler'],
  },
  'a body that does not inflate': {
    path: '/text',
    type: 'text/plain',
    body: 'not compressed',
    fields: GZIP,
    steps: ['error handler'],
  },
  'malformed JSON': { path: '/json', type: JSON_TYPE, body: '{"a"', steps: ['verify', 'error handler'] },
  'a body over the limit': { path: '/json', type: JSON_TYPE, body: `["${long}"]`, steps: ['error handler'] },
  'a charset that is not supported': {
    path: '/json',
    type: `${JSON_TYPE}; charset=unknown`,
    body: json,
    steps: ['error handler'],
  },
  'a small file': { path: '/files/small.txt', steps: ['setHeaders'] },
  'a large file': { path: '/files/large.bin', steps: ['setHeaders'] },
  'a range of a file': { path: '/files/large.bin', fields: 'Range: bytes=5-9\r\n', steps: ['setHeaders'] },
  'a missing file': { path: '/files/missing.txt', steps: ['handler'] },
  'a folder': { path: '/files/folder/', steps: ['handler'] },
  'a file of res.sendFile': { path: '/send/small.txt', steps: ['callback'] },
  'a large file of res.sendFile': { path: '/send/large.bin', steps: ['callback'] },
  'a missing file of res.sendFile': { path: '/send/missing.txt', steps: ['failed callback'] },
  'a missing file that res.sendFile passes on': { path: '/forward/missing.txt', steps: ['error handler'] },
  'a folder that res.sendFile passes on': { path: '/forward/folder', steps: ['handler'] },
  'a file of res.download': { path: '/download/small.txt', steps: ['callback'] },
  'a missing file of res.download': { path: '/download/missing.txt', steps: ['failed callback'] },
  'a view': { path: '/render', steps: ['render'] },
};

/** How a request arrives. */
type Arrival = 'with its head' | 'after its head' | 'in pieces' | 'chunked';

async function send(server: Server, name: string, sent: Sent, arrival: Arrival): Promise<Socket> {
  const { path, type, body = '', fields = '' } = sent;
  const bytes = Buffer.from(body);
  const isChunked = arrival === 'chunked';
  const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${bytes.length}`;
  const framing = type === undefined ? '' : `Content-Type: ${type}\r\n${length}\r\n`;
  const method = type === undefined ? 'GET' : 'POST';
  const head = `${method} ${path} HTTP/1.1\r\nHost: a\r\nX-Name: ${name}\r\n${framing}${fields}\r\n`;
  const payload = isChunked ? chunked(bytes) : [bytes];
  const socket = connect(server.port, '127.0.0.1').resume();
  socket.on('error', () => {});
  if (arrival === 'with its head') {
    socket.write(Buffer.concat([Buffer.from(head), ...payload]));
    return socket;
  }
  const reached = server.reached(name);
  socket.write(head);
  await reached;
  for (const part of arrival === 'in pieces' ? pieces(bytes) : payload) {
    socket.write(part);
    await new Promise(setImmediate);
  }
  return socket;
}

function pieces(bytes: Buffer): Buffer[] {
  const size = Math.ceil(bytes.length / 5);
  return [0, 1, 2, 3, 4].map((index) => bytes.subarray(index * size, (index + 1) * size));
}

function chunked(bytes: Buffer): Buffer[] {
  const chunks = pieces(bytes).filter(({ length }) => length > 0);
  const framed = chunks.map((chunk) =>
    Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]),
  );
  return [...framed, Buffer.from('0\r\n\r\n')];
}

async function seenBy(server: Server, name: string, sent: Sent, arrival: Arrival): Promise<string[]> {
  const mine = (): string[] => server.seen.filter((line) => line.includes(` of ${name} in `));
  const socket = await send(server, name, sent, arrival);
  while (mine().length < sent.steps.length) await new Promise(setImmediate);
  socket.destroy();
  return mine();
}

describe.each([
  ['Express', theirs, false],
  ["nextpress/express in Node's lane", ours as unknown as Express, false],
  ['nextpress/express in the fast lane', ours as unknown as Express, true],
] as const)('%s', (_, express, isFast) => {
  describe.each(['run', 'enterWith'] as const)('with AsyncLocalStorage.%s', (scope) => {
    test.each(Object.entries(requests))('keeps the context of %s', async (_title, sent) => {
      const server = await start(express, scope, isFast);
      try {
        const arrivals: Arrival[] = ['with its head'];
        if (sent.type !== undefined) arrivals.push('after its head', 'in pieces', 'chunked');
        // Two at a time, because work may be shared by requests.
        const names = arrivals.flatMap((arrival) => [`${arrival} 1`, `${arrival} 2`]);
        const seen = await Promise.all(
          names.map((name) => seenBy(server, name.replaceAll(' ', '-'), sent, name.slice(0, -2) as Arrival)),
        );
        const expected = names.map((name) => {
          const id = name.replaceAll(' ', '-');
          return sent.steps.map((step) => `${step} of ${id} in ${id}`);
        });
        expect(seen).toEqual(expected);
      } finally {
        await server.close();
      }
    });

    test('keeps the context of a body that is aborted', async () => {
      const server = await start(express, scope, isFast);
      try {
        const reached = server.reached('aborted');
        const socket = connect(server.port, '127.0.0.1').on('error', () => {});
        socket.write(
          'POST /json HTTP/1.1\r\nHost: a\r\nX-Name: aborted\r\n' +
            `Content-Type: ${JSON_TYPE}\r\nContent-Length: 10\r\n\r\n{`,
        );
        await reached;
        socket.destroy();
        while (server.seen.length === 0) await new Promise(setImmediate);
        expect(server.seen).toEqual(['error handler of aborted in aborted']);
      } finally {
        await server.close();
      }
    });
  });
});
