import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { ask, requestText, type Subject } from './subject.ts';

/** A server that is to behave as `node:http` does towards its clients and its request listener. */
export interface HttpSubject {
  readonly name: string;
  /** Starts a server that answers with `listener`. */
  start(listener: RequestListener): Promise<Subject>;
}

const echo = (req: IncomingMessage, res: ServerResponse): void => {
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.on('end', () => {
    const body = Buffer.concat(chunks).toString('latin1');
    const content = JSON.stringify({ method: req.method, url: req.url, body });
    res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': content.length });
    res.end(content);
  });
};

/** The behaviour every HTTP/1.1 server of this project owes: what `node:http` does. */
export function runHttpContract({ name, start }: HttpSubject): void {
  let subject: Subject | undefined;
  const serve = async (listener: RequestListener): Promise<Subject> => {
    subject = await start(listener);
    return subject;
  };
  afterEach(async () => {
    await subject?.close();
    subject = undefined;
  });

  describe(`${name} speaks HTTP/1.1`, () => {
    test('answers with the status, the fields and the content its handler gives', async () => {
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
    });

    test('keeps the connection, and closes it when asked', async () => {
      const server = await serve(echo);
      const kept = await server.exchange(
        [requestText('GET', '/1'), requestText('GET', '/2', { Connection: 'close' })],
        {},
      );
      expect(kept.map(({ headers }) => headers.connection)).toEqual(['keep-alive', 'close']);
      const old = await server.exchange('GET /old HTTP/1.0\r\n\r\n');
      expect(old[0]?.headers.connection).toBe('close');
    });

    test('answers pipelined requests in their order, however late each answer is', async () => {
      const server = await serve((req, res) => {
        const wait = req.url === '/0' ? 30 : 0;
        setTimeout(() => res.end(req.url), wait);
      });
      const targets = ['/0', '/1', '/2', '/3'];
      const responses = await server.exchange(targets.map((target) => requestText('GET', target)).join(''), {
        responses: 4,
      });
      expect(responses.map(({ body }) => body)).toEqual(targets);
    });

    test.each([1, 7, 60])('reads a request that arrives %i bytes at a time', async (size) => {
      const server = await serve(echo);
      const text = requestText('POST', '/split?a=b', { 'X-Field': 'value' }, 'the body');
      const parts = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      const [response] = await server.exchange(parts, { responses: 1 });
      expect(JSON.parse(response?.body ?? '')).toEqual({
        method: 'POST',
        url: '/split?a=b',
        body: 'the body',
      });
    });

    test('reads a chunked body, and the next request behind it', async () => {
      const server = await serve(echo);
      const chunked = `${requestText('POST', '/', { 'Transfer-Encoding': 'chunked' })}3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n`;
      const responses = await server.exchange(chunked + requestText('GET', '/next'), { responses: 2 });
      expect(responses.map(({ body }) => JSON.parse(body))).toMatchObject([
        { body: 'abcde' },
        { url: '/next' },
      ]);
    });

    test('sends no content to HEAD, but the head that GET would have', async () => {
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
    });

    test('frames a response of unknown length by chunks', async () => {
      const server = await serve((_req, res) => {
        res.write('one ');
        setTimeout(() => res.end('two'), 5);
      });
      const response = await ask(server, 'GET', '/');
      expect(response.headers['transfer-encoding']).toBe('chunked');
      expect(response.body).toBe('one two');
    });

    test('says 100 Continue to a client that waits for it', async () => {
      const server = await serve(echo);
      const responses = await server.exchange(
        requestText('POST', '/', { Expect: '100-continue', Connection: 'close' }, 'x'),
      );
      expect(responses.map(({ status }) => status)).toEqual([100, 200]);
    });

    test.each([
      ['a field line without a colon', 'GET / HTTP/1.1\r\nHost: a\r\nnonsense\r\n\r\n'],
      [
        'two different lengths',
        'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      ],
      [
        'a length and chunks',
        `${requestText('POST', '/', { 'Content-Length': '1', 'Transfer-Encoding': 'chunked' })}0\r\n\r\n`,
      ],
      ['a space before the colon', 'GET / HTTP/1.1\r\nHost : a\r\n\r\n'],
      ['an unknown method', requestText('BREW', '/')],
      ['no Host', 'GET / HTTP/1.1\r\n\r\n'],
      ['a NUL in a field', 'GET / HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n'],
    ])('refuses %s with 400 and closes', async (_what, bytes) => {
      let handled = 0;
      const server = await serve((_req, res) => {
        handled++;
        res.end();
      });
      const responses = await server.exchange(bytes);
      expect(responses.map(({ status }) => status)).toEqual([400]);
      expect(handled).toBe(0);
    });

    test('refuses a head of 17 kB with 431', async () => {
      const server = await serve(echo);
      const [response] = await server.exchange(requestText('GET', '/', { 'X-Long': 'x'.repeat(17_000) }));
      expect(response?.status).toBe(431);
    });

    test('tells the handler when the client leaves before the answer', async () => {
      const left = new Promise<boolean>((resolve) => {
        serve((req, res) => {
          res.on('close', () => resolve(res.writableFinished));
          req.socket.destroy();
        }).then((server) => server.exchange(requestText('GET', '/')));
      });
      expect(await left).toBe(false);
    });
  });
}
