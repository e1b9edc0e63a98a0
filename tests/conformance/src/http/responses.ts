import type { RequestListener } from 'node:http';
import { expect } from 'vitest';
import { textBeforeLast, withLastRequest } from '../last-request.ts';
import { ask, converse, requestText } from '../subject.ts';
import { echo, type HttpCase } from './http-case.ts';

const last = { Connection: 'close' };

/** How responses are framed. */
export const responses: Record<string, HttpCase> = {
  'a response has the status, the fields and the content its handler gives': async (serve) => {
    const server = await serve((_req, res) => {
      res.statusCode = 201;
      res.setHeader('X-One', 'a');
      res.setHeader('X-Many', ['b', 'c']);
      res.end('made');
    });
    const response = await ask(server, 'GET', '/');
    expect(response).toMatchObject({ status: 201, reason: 'Created', body: 'made' });
    expect(response.headers['x-one']).toBe('a');
    expect(response.rawHeaders.filter(([field]) => field === 'X-Many')).toEqual([
      ['X-Many', 'b'],
      ['X-Many', 'c'],
    ]);
    expect(Date.parse(response.headers.date ?? '')).toBeGreaterThan(0);
  },

  'a handler writes the head at once, with a reason of its own': async (serve) => {
    const server = await serve((_req, res) => {
      res.setHeader('X-Kept', '1');
      res.setHeader('X-Replaced', 'old');
      res.writeHead(299, 'Fine', { 'x-replaced': 'new', 'Set-Cookie': ['a=1', 'b=2'] }).end('ok');
    });
    const { status, reason, rawHeaders, body } = await ask(server, 'GET', '/');
    expect([status, reason, body]).toEqual([299, 'Fine', 'ok']);
    expect(rawHeaders.slice(0, 4)).toEqual([
      ['X-Kept', '1'],
      ['x-replaced', 'new'],
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
    ]);
  },

  'content is text of any encoding, or bytes': async (serve) => {
    const contents: Record<string, (res: import('node:http').ServerResponse) => unknown> = {
      '/utf8': (res) => res.end('é€'),
      '/latin1': (res) => res.end('é', 'latin1'),
      '/base64': (res) => res.end('6Q==', 'base64'),
      '/bytes': (res) => res.end(new Uint8Array([0xe9, 0])),
      '/long': (res) => res.end('é'.repeat(50_000)),
    };
    const server = await serve((req, res) => void contents[req.url ?? '']?.(res));
    const bodies: string[] = [];
    for (const target of Object.keys(contents)) bodies.push((await ask(server, 'GET', target)).body);
    expect(bodies).toEqual(['Ã©â\x82¬', 'é', 'é', 'é\0', 'Ã©'.repeat(50_000)]);
  },

  'the response to HEAD has no content, but the head that GET would have': async (serve) => {
    const server = await serve((_req, res) => {
      res.setHeader('Content-Length', 7);
      res.end('content');
    });
    const responses = await server.exchange(requestText('HEAD', '/') + requestText('GET', '/'), {
      responses: 2,
      methods: ['HEAD', 'GET'],
    });
    expect(responses.map(({ headers, body }) => [headers['content-length'], body])).toEqual([
      ['7', ''],
      ['7', 'content'],
    ]);
  },

  '204 and 304 have neither content nor a length': async (serve) => {
    const server = await serve((req, res) => {
      res.statusCode = Number(req.url?.slice(1));
      if (req.method === 'POST') res.write('body');
      res.end('body');
    });
    const text = await converse(
      server.connect(),
      ['/204', '/304'].map((target) => requestText('GET', target) + requestText('POST', target)).join('') +
        requestText('GET', '/204', last),
    );
    expect(text.match(/^HTTP\/1\.1 \d+/gm)).toEqual(
      [204, 204, 304, 304, 204].map((code) => `HTTP/1.1 ${code}`),
    );
    expect(text).not.toMatch(/body|length/i);
    expect(text).not.toMatch(/chunked/i);
  },

  'a response of unknown length is framed by chunks': async (serve) => {
    const listener: RequestListener = (_req, res) => {
      res.write('one ');
      setTimeout(() => res.end('two'), 5);
    };
    const server = await serve(withLastRequest(listener));
    const text = await textBeforeLast(server.connect(), requestText('GET', '/'));
    expect(text).toMatch(/\r\nTransfer-Encoding: chunked\r\n/);
    expect(text.slice(text.indexOf('\r\n\r\n'))).toBe('\r\n\r\n4\r\none \r\n3\r\ntwo\r\n0\r\n\r\n');
  },

  'a head may be written without a length, and ended with content': async (serve) => {
    const listener: RequestListener = (req, res) => {
      res.writeHead(200, { 'X-A': 'a' });
      res.end(req.url === '/empty' ? '' : 'content');
    };
    const server = await serve(withLastRequest(listener));
    const text = await textBeforeLast(
      server.connect(),
      requestText('GET', '/') + requestText('GET', '/empty'),
    );
    const bodies = text.split(/^HTTP[\s\S]*?\r\n\r\n/m).slice(1);
    expect(bodies).toEqual(['7\r\ncontent\r\n0\r\n\r\n', '0\r\n\r\n']);
  },

  'the end of a response to HTTP/1.0 is the end of its connection': async (serve) => {
    const server = await serve((_req, res) => {
      res.write('one ');
      res.end('two');
    });
    const text = await converse(server.connect(), 'GET / HTTP/1.0\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\none two$/);
    expect(text).not.toMatch(/chunked/i);
  },

  'trailers follow the last chunk': async (serve) => {
    const listener: RequestListener = (_req, res) => {
      res.writeHead(200, { Trailer: 'X-Sum' });
      res.write('abc');
      res.addTrailers({ 'X-Sum': '3' });
      res.end();
    };
    const server = await serve(withLastRequest(listener));
    const text = await textBeforeLast(server.connect(), requestText('GET', '/'));
    expect(text).toMatch(/\r\n\r\n3\r\nabc\r\n0\r\nX-Sum: 3\r\n\r\n$/);
  },

  'informational responses go before the final one': async (serve) => {
    const server = await serve((_req, res) => {
      res.writeProcessing();
      res.writeEarlyHints({ link: '</a.css>; rel=preload' });
      res.end('done');
    });
    const responses = await server.exchange(requestText('GET', '/'), { responses: 3 });
    expect(responses.map(({ status, body }) => [status, body])).toEqual([
      [102, ''],
      [103, ''],
      [200, 'done'],
    ]);
  },

  'a head that is flushed comes before its content': async (serve) => {
    let goOn = (): void => {};
    const listener: RequestListener = (_req, res) => {
      res.flushHeaders();
      goOn = () => res.end('later');
    };
    const socket = (await serve(withLastRequest(listener))).connect();
    socket.once('data', () => goOn());
    const text = await textBeforeLast(socket, requestText('GET', '/'));
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\n5\r\nlater\r\n0\r\n\r\n$/);
  },

  'a client that waits for 100 Continue is told so': async (serve) => {
    const server = await serve(echo);
    const fields = { Expect: '100-continue', ...last };
    const responses = await server.exchange(requestText('POST', '/', fields, 'x'));
    expect(responses.map(({ status }) => status)).toEqual([100, 200]);
  },

  'a listener for checkContinue decides, and an unknown expectation fails': async (serve) => {
    const server = await serve(echo, {
      checkContinue: (_req: unknown, res: import('node:http').ServerResponse) => res.writeHead(403).end('no'),
    });
    const refused = await ask(server, 'POST', '/', { Expect: '100-continue' }, 'x');
    const unknown = await ask(server, 'GET', '/', { Expect: 'more' });
    expect([refused.status, refused.body, unknown.status]).toEqual([403, 'no', 417]);
  },
};
