import { once } from 'node:events';
import { createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createServer, type Request, type Response } from '../../src/index.ts';
import { open, request, start } from './http2-client.ts';

/** What a client sees of a handler: the status, the body, and whether the response is whole. */
async function askOverHttp2(port: number): Promise<string> {
  const { status, body, code } = await request(open(port), { ':path': '/' });
  return code === 0 ? `${status} ${body}` : 'incomplete';
}

async function askOverHttp1(port: number): Promise<string> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/`);
    return `${response.status} ${await response.text()}`;
  } catch {
    return 'incomplete';
  }
}

/** How a server of an application is started, and asked. */
const protocols: Readonly<Record<string, [typeof start, (port: number) => Promise<string>]>> = {
  'HTTP/1.1': [start, askOverHttp1],
  'HTTP/2': [start, askOverHttp2],
  'HTTP/2 of http2.createServer(app)': [startForeign, askOverHttp2],
};

async function startForeign(app: object): Promise<number> {
  const server = createHttp2Server(app as never).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const oddities: Readonly<Record<string, [(req: Request, res: Response) => void, string]>> = {
  'emits `error` on the socket': [(req) => req.socket.emit('error', new Error('a')), 'incomplete'],
  'emits `error` on the socket and responds': [
    (req, res) => {
      req.socket.emit('error', new Error('a'));
      res.end('a');
    },
    'incomplete',
  ],
  'emits `error` on the socket after the head': [
    (req, res) => {
      res.flushHeaders();
      req.socket.emit('error', new Error('a'));
    },
    'incomplete',
  ],
  'emits `close` on the socket': [(req) => req.socket.emit('close'), 'incomplete'],
  'emits `timeout` on the socket': [(req) => req.socket.emit('timeout'), 'incomplete'],
  'destroys the socket with an error': [
    (req) => {
      req.socket.on('error', () => {});
      req.socket.destroy(new Error('a'));
    },
    'incomplete',
  ],
  'destroys the response': [(_req, res) => res.destroy(), 'incomplete'],
  'emits `error` on the response': [
    (_req, res) => {
      res.on('error', () => {});
      res.emit('error', new Error('a'));
      res.send('a');
    },
    '200 a',
  ],
  'emits `close` on the response': [
    (_req, res) => {
      res.emit('close');
      res.send('a');
    },
    '200 a',
  ],
  'emits `close` on the request': [
    (req, res) => {
      req.emit('close');
      res.send('a');
    },
    '200 a',
  ],
  'replaces `writeHead` by a function that does nothing': [
    (_req, res) => {
      res.writeHead = () => res;
      res.send('a');
    },
    'incomplete',
  ],
  'replaces `writeHead` by a function that calls it': [
    (_req, res) => {
      const { writeHead } = res;
      res.writeHead = () => writeHead.call(res, 201);
      res.send('a');
    },
    '201 a',
  ],
  'replaces `writeHead` by a function that throws once': [
    (_req, res) => {
      const { writeHead } = res;
      res.writeHead = () => {
        res.writeHead = writeHead;
        throw Object.assign(new Error('a'), { status: 418 });
      };
      res.end('a');
    },
    '418 {"type":"about:blank","title":"I\'m a Teapot","status":418,"detail":"a"}',
  ],
  'replaces `write`': [
    (_req, res) => {
      const { write } = res;
      res.write = (() => write.call(res, 'c', 'utf8')) as typeof write;
      res.write('a');
      res.end('b');
    },
    '200 cb',
  ],
  'replaces `end`': [
    (_req, res) => {
      const { end } = res;
      res.end = (() => end.call(res, 'c', 'utf8')) as typeof end;
      res.end('a');
    },
    '200 c',
  ],
  'replaces `flushHeaders`': [
    (_req, res) => {
      res.flushHeaders = () => {};
      res.flushHeaders();
      res.end('a');
    },
    '200 a',
  ],
  'replaces `setHeader`': [
    (_req, res) => {
      res.setHeader = () => res;
      res.send('a');
    },
    '200 a',
  ],
};

describe.each(Object.entries(protocols))('over %s', (_protocol, [listen, ask]) => {
  test.each(Object.entries(oddities))(
    'a client gets a result when the handler %s',
    async (_name, [handler, expected]) => {
      const app = createServer({ http2: true, logError: () => {} }).get('/', handler);
      expect(await ask(await listen(app))).toBe(expected);
    },
  );
});
