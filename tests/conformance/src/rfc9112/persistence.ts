import { parseResponses, settle } from '@nextpress-internal/test-kit';
import { expect } from 'vitest';
import { converse, requestText } from '../subject.ts';
import { echo, last, plain, type Rule, type RuleGroup, responds, statusesIn, textOf } from './rule.ts';

/** How long connections last, and how they end. */
const rules: readonly Rule[] = [
  {
    section: '9112 §9.3',
    level: 'SHOULD',
    requires: 'keeps connections open; with HTTP/1.0 if the client asks',
    holds: responds((req, res) => res.send(req.url), {
      [requestText('GET', '/1') + plain('', '/2')]: '/1|/2',
      [requestText('GET', '/1', { Connection: 'Keep-Alive, x' }) + plain('', '/2')]: '/1|/2',
      'GET /1 HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /2 HTTP/1.0\r\n\r\n': '/1|/2',
      'GET /1 HTTP/1.0\r\n\r\nGET /2 HTTP/1.0\r\n\r\n': '/1',
    }),
  },
  {
    section: '9112 §9.3',
    level: 'MUST',
    requires: 'reads a whole request body, or closes the connection after its response',
    how: 'Up to 4 MiB are read and the connection stays open; above that, it is half-closed and read for a bounded time.',
    holds: responds((req, res) => res.end(req.url), {
      [requestText('POST', '/1', {}, requestText('GET', '/smuggled')) + plain('', '/2')]: '/1|/2',
      [requestText('POST', '/1', {}, 'x'.repeat(100_000)) + plain('', '/2')]: '/1|/2',
    }),
  },
  {
    section: '9112 §9.5',
    level: 'SHOULD',
    requires: 'gracefully ends a connection that is idle for too long',
    holds: async ({ serve }) => {
      const server = await serve(echo, { keepAliveTimeout: 1 });
      const socket = server.connect();
      let ended = false;
      const failures: unknown[] = [];
      socket.on('end', () => {
        ended = true;
      });
      socket.on('error', (error) => failures.push(error));
      expect(statusesIn(await converse(socket, requestText('GET', '/')))).toEqual([200]);
      expect([ended, failures]).toEqual([true, []]);
    },
  },
  {
    section: '9112 §9.5',
    level: 'SHOULD',
    requires: 'watches for the client closing the connection, and reacts to it',
    holds: async ({ serve }) => {
      let left = (_hasLeft: boolean): void => {};
      const leaves = new Promise((resolve) => {
        left = resolve;
      });
      const server = await serve((req, res) => {
        req.on('error', () => {});
        res.on('close', () => left(!res.writableFinished));
        socket.destroy();
      });
      const socket = server.connect().on('error', () => {});
      socket.write(requestText('GET', '/'));
      expect(await leaves).toBe(true);
    },
  },
  {
    section: '9112 §9.6',
    level: 'SHOULD',
    requires: 'sends Connection: close in the last response of a connection',
    holds: async (servers) => {
      for (const request of [
        last(''),
        'GET / HTTP/1.0\r\n\r\n',
        requestText('GET', '/', { Connection: 'x, CLOSE' }),
      ]) {
        expect(await textOf(servers, echo, request)).toMatch(/\r\nConnection: close\r\n/);
      }
    },
  },
  {
    section: '9112 §9.6',
    level: 'MUST',
    requires: 'closes the connection after the response to a request with close, and processes no other',
    holds: async ({ serve }) => {
      const seen: unknown[] = [];
      const server = await serve((req, res) => res.end(String(seen.push(req.url))));
      const text = await converse(server.connect(), last('', '/1') + requestText('GET', '/2'));
      expect(statusesIn(text)).toEqual([200]);
      expect(seen).toEqual(['/1']);
    },
  },
  {
    section: '9112 §9.6',
    level: 'MUST',
    requires: 'closes the connection after a response with close',
    holds: async (servers) => {
      const text = await textOf(
        servers,
        (_req, res) => res.set('Connection', 'close').send('1'),
        requestText('GET', '/'),
      );
      expect(statusesIn(text)).toEqual([200]);
    },
  },
  {
    section: '9112 §9.6',
    level: 'MUST NOT',
    requires: 'processes requests after a response with close',
    holds: async ({ serve }) => {
      const ran: unknown[] = [];
      const server = await serve((req, res) => {
        ran.push(req.url);
        res.set('Connection', 'close').send('1');
      });
      const text = await converse(server.connect(), requestText('GET', '/1') + requestText('GET', '/2'));
      expect(statusesIn(text)).toEqual([200]);
      const refused = `GET /3 HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n${requestText('GET', '/4')}`;
      expect(statusesIn(await converse(server.connect(), refused))).toEqual([400]);
      expect(ran).toEqual(['/1']);
    },
  },
  {
    section: '9112 §9.3.2',
    level: 'MUST',
    requires: 'responds to pipelined requests in their order',
    how: 'Handlers start as requests arrive, even for unsafe methods, as in Node; §9.3.2 allows it for safe ones.',
    holds: async ({ serve }) => {
      const server = await serve((req, res) => {
        const wait = Number(req.url?.slice(1));
        if (wait === 0) res.send('0');
        else setTimeout(() => res.send(String(wait)), wait);
      });
      const waits = [20, 0, 5, 0, 10, 1];
      const text = waits.map((wait) => requestText('GET', `/${wait}`)).join('');
      const received = parseResponses(await converse(server.connect(), text + last('', '/0'))).responses;
      expect(received.map(({ body }) => Number(body))).toEqual([...waits, 0]);
    },
  },
  {
    section: '9112 §9.3.2',
    level: 'MUST',
    requires: 'responds to the valid requests before a malformed one, each with its own response',
    holds: async ({ serve }) => {
      const server = await serve((_req, res) => void setTimeout(() => res.send('good'), 5));
      const requests = requestText('GET', '/') + requestText('GET', '/');
      expect(statusesIn(await converse(server.connect(), `${requests}no request\r\n\r\n`))).toEqual([
        200, 200, 400,
      ]);
    },
  },
  {
    section: '9112 §9.5',
    level: 'SHOULD',
    requires: 'lets flow control slow a client that doesn’t read, rather than closing its connection',
    holds: async ({ serve }) => {
      const content = 'x'.repeat(100_000);
      const server = await serve((_req, res) => res.send(content));
      const socket = server.connect();
      const count = 60;
      socket.write(requestText('GET', '/').repeat(count - 1) + last(''));
      await settle();
      expect(statusesIn(await converse(socket, ''))).toHaveLength(count);
    },
  },
  {
    section: '9112 §9.6',
    level: 'SHOULD',
    requires: 'leaves the client time to read a response that it did not wait for',
    how: 'The connection is half-closed, and read for a bounded time.',
    holds: async ({ serve }) => {
      const server = await serve(echo);
      const socket = server.connect();
      const text = converse(socket, `no request\r\n\r\n${'x'.repeat(500_000)}`);
      expect(statusesIn(await text)).toEqual([400]);
    },
  },
  {
    section: '9112 §8',
    level: 'MAY',
    requires: 'responds with 408 if a request takes too long, with close (§9.6, SHOULD)',
    how: 'And closes the connection at once: later requests are not served.',
    holds: async ({ serve }) => {
      const options = { headersTimeout: 100, requestTimeout: 150, connectionsCheckingInterval: 50 };
      const server = await serve(echo, options);
      const requests = ['GET / HTTP/1.1\r\nHost: a\r\n', requestText('POST', '/', { 'Content-Length': '9' })];
      const texts = await Promise.all(requests.map((request) => converse(server.connect(), request)));
      expect(texts.map(statusesIn)).toEqual([[408], [408]]);
      for (const text of texts) expect(text).toMatch(/\r\nConnection: close\r\n/);
    },
  },
];

export const persistence: RuleGroup = { title: 'Connections', rules };
