// Requests of serverless adapters and mocks, whose sockets are plain objects or emitters with the least that Express needs.
import { EventEmitter } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import theirs, { type NextFunction, type Request, type Response } from 'express';
import { createServer, jsonBody } from 'nextpress';
import ours from 'nextpress/express';
import { describe, expect, test } from 'vitest';
import { VERSION_4 } from './version-4.ts';

type Handle = (req: unknown, res: unknown) => void;

const sockets: [name: string, make: () => unknown][] = [
  ['no socket', () => undefined],
  ['null', () => null],
  ['an empty object', () => ({})],
  ['a frozen object', () => Object.freeze({ encrypted: true })],
  ['an object without a prototype', () => Object.assign(Object.create(null), { remoteAddress: '10.0.0.7' })],
  ['the address and the scheme', () => ({ encrypted: true, remoteAddress: '10.0.0.7' })],
  ['only destroy()', () => ({ destroy: () => undefined })],
  ['an emitter', () => new EventEmitter()],
  ['an emitter with an address', () => Object.assign(new EventEmitter(), { remoteAddress: '10.0.0.7' })],
  [
    'an object whose methods are undefined',
    () => ({ isPaused: undefined, once: undefined, destroy: undefined }),
  ],
];

interface Sent {
  readonly status: unknown;
  readonly body: string;
}

/** As azure-function-express makes requests: an emitter with what the platform gives, and a response with the methods of its own. */
function sendToEmitter(handle: Handle, socket: unknown): Promise<Sent> {
  const req = Object.assign(new EventEmitter(), {
    method: 'GET',
    url: '/end',
    headers: { host: 'a.example' },
    _readableState: { pipesCount: 0 },
    resume: () => undefined,
    socket,
    connection: socket,
  });
  return new Promise((resolve) => {
    handle(req, {
      _headers: {},
      setHeader: () => undefined,
      writeHead: () => undefined,
      end(this: { readonly statusCode?: unknown }, body: string) {
        resolve({ status: this.statusCode, body });
      },
    });
  });
}

/** As other adapters do: messages of Node, that no parser and no connection has made. */
function send(handle: Handle, socket: unknown, fields: object): Promise<Sent> {
  const req = Object.assign(new IncomingMessage(socket as Socket), {
    httpVersion: '1.1',
    httpVersionMajor: 1,
    httpVersionMinor: 1,
    headers: { host: 'a.example' },
    complete: true,
    ...fields,
  });
  const res = new ServerResponse(req);
  return new Promise((resolve) => {
    let body = '';
    const write = (data: unknown): boolean => {
      body += data === undefined || data === null ? '' : String(data);
      return true;
    };
    const end = (data: unknown): ServerResponse => {
      write(data);
      resolve({ status: res.statusCode, body });
      return res;
    };
    handle(req, Object.assign(res, { write, end }));
  });
}

interface Routes {
  set(name: string, value: unknown): unknown;
  get(path: string, handler: (req: Request, res: Response, next: NextFunction) => unknown): unknown;
  post(path: string, ...handlers: unknown[]): unknown;
}

function addRoutes(app: Routes): Handle {
  app.set('env', 'test');
  app.get('/end', (_req, res) => void res.end('ended'));
  app.get('/origin', (req, res) => {
    const { ip, protocol, secure, hostname } = req;
    res.json({ ip, protocol, secure, hostname });
  });
  app.get('/redirect', (_req, res) => res.redirect('/elsewhere'));
  app.get('/fail', () => {
    throw Object.assign(new Error('failed'), { status: 418, stack: 'Error: failed' });
  });
  app.get('/later', async (_req, res) => {
    await new Promise((done) => setImmediate(done));
    res.send('later');
  });
  app.get('/twice', (_req, res, next) => {
    res.end('once');
    next(new Error('late'));
  });
  app.post('/body', theirs.json(), (req: Request, res: Response) => void res.json(req.body ?? 'none'));
  return app as unknown as Handle;
}

const requests = [
  { method: 'GET', url: '/end' },
  { method: 'GET', url: '/origin' },
  { method: 'GET', url: '/redirect' },
  { method: 'GET', url: '/fail' },
  { method: 'GET', url: '/later' },
  { method: 'GET', url: '/missing' },
  { method: 'GET', url: '/twice' },
  { method: 'HEAD', url: '/redirect' },
  { method: 'POST', url: '/body', body: { preset: 1 }, _body: true },
];

describe.each([
  ['5', theirs, ours],
  ['4', VERSION_4.theirs, VERSION_4.ours],
])('an application of Express %s', (_version, makeTheirs, makeOurs) => {
  test.each(sockets)('responds as Express does when the socket is %s', async (_socket, make) => {
    const ofTheirs = addRoutes((makeTheirs as unknown as () => Routes)());
    const ofOurs = addRoutes((makeOurs as unknown as () => Routes)());
    for (const request of requests) {
      const sent = await send(ofOurs, make(), request);
      const expected = await send(ofTheirs, make(), request);
      // Express itself needs the address and destroy().
      if (expected.body.includes('TypeError')) expect(sent.status).toBeLessThan(500);
      else expect({ request, ...sent }).toEqual({ request, ...expected });
    }
    expect(await sendToEmitter(ofOurs, make())).toEqual({ status: 200, body: 'ended' });
  });
});

test.each(sockets)('createServer() responds when the socket is %s', async (_socket, make) => {
  const app = createServer({ logError: () => undefined, requestId: true });
  app.get('/end', (_req, res) => void res.end('ended'));
  app.get('/signal', (req, res) => void res.json({ aborted: req.signal.aborted }));
  app.get('/fail', () => {
    throw new Error('failed');
  });
  app.get('/later', async () => {
    await new Promise((done) => setImmediate(done));
    return 'later';
  });
  app.post('/body', jsonBody(), (req) => ({ body: req.body }));
  const handle = app as unknown as Handle;
  const statuses: unknown[] = [];
  for (const url of ['/signal', '/later', '/fail', '/missing'])
    statuses.push((await send(handle, make(), { method: 'GET', url })).status);
  expect(statuses).toEqual([200, 200, 500, 404]);
  const posted = await send(handle, make(), {
    method: 'POST',
    url: '/body',
    body: { preset: 1 },
    _body: true,
  });
  expect(posted).toEqual({ status: 200, body: '{"body":{"preset":1}}' });
  expect(await sendToEmitter(handle, make())).toEqual({ status: 200, body: 'ended' });
});
