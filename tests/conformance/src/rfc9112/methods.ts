import { expect } from 'vitest';
import { ask, converse } from '../subject.ts';
import { echo, plain, type Rule, type RuleGroup, refuses, statusesIn, textOf } from './rule.ts';

const IMF_FIXDATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Methods, and what every response has. */
const rules: readonly Rule[] = [
  {
    section: '9110 §9.1',
    level: 'MUST',
    requires: 'supports GET and HEAD',
    holds: async ({ serveRoutes }) => {
      const server = await serveRoutes((app) => app.get('/a', (_req, res) => res.send('a')));
      expect((await ask(server, 'GET', '/a')).body).toBe('a');
      expect((await ask(server, 'HEAD', '/a')).status).toBe(200);
    },
  },
  {
    section: '9110 §9.1',
    level: 'SHOULD',
    requires:
      'responds with 405 to a method that the resource does not support, with Allow (§10.2.1 and §15.5.6, MUST)',
    holds: async ({ serveRoutes }) => {
      const server = await serveRoutes((app) => app.get('/a', (_req, res) => res.send('a')));
      const { status, headers } = await ask(server, 'DELETE', '/a');
      expect([status, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    },
  },
  {
    section: '9110 §9.3.6',
    level: 'MUST',
    requires: 'rejects CONNECT to an empty or invalid port',
    how: 'CONNECT gets 501 if there is no listener for it.',
    holds: refuses(
      501,
      ['a:1', 'a:', 'a:x', 'a'].map((target) => `CONNECT ${target} HTTP/1.1\r\nHost: a\r\n\r\n`),
    ),
  },
  {
    section: '9110 §9.3.8',
    level: 'SHOULD',
    requires: 'reflects the message of a TRACE',
    instead:
      'TRACE is a method like others, and has no route unless the application adds one: it would expose credentials to scripts.',
    holds: async ({ serveRoutes }) => {
      const server = await serveRoutes((app) => app.get('/a', (_req, res) => res.send('a')));
      expect((await ask(server, 'TRACE', '/a')).status).toBe(405);
    },
  },
  {
    section: '9110 §9.3.2',
    level: 'MUST NOT',
    requires: 'sends content in response to HEAD',
    holds: async (servers) => {
      const handlers = [
        echo,
        (_req: unknown, res: { send(text: string): unknown }) => res.send('content'),
        (_req: unknown, res: { end(text: string): unknown }) => res.end('content'),
        (_req: unknown, res: { write(text: string): unknown; end(): unknown }) => {
          res.write('content');
          res.end();
        },
        () => {
          throw new Error('content');
        },
      ];
      for (const handler of handlers) {
        expect(await textOf(servers, handler, plain('', '/', 'HEAD'))).toMatch(
          /^HTTP\/1\.1 \d{3} (.+\r\n)+\r\n$/,
        );
      }
    },
  },
  {
    section: '9110 §9.3.2',
    level: 'SHOULD',
    requires:
      'sends the same fields in response to HEAD as to GET, and no other Content-Length (§8.6, MUST NOT)',
    holds: async ({ serve }) => {
      const server = await serve((_req, res) => res.set('X-A', 'a').type('html').send('content'));
      const [get, head] = [await ask(server, 'GET', '/'), await ask(server, 'HEAD', '/')];
      const { date: _get, ...ofGet } = get.headers;
      const { date: _head, ...ofHead } = head.headers;
      expect(ofHead).toEqual(ofGet);
      expect(ofHead['content-length']).toBe('7');
    },
  },
  {
    section: '9110 §6.6.1',
    level: 'MUST',
    requires: 'sends Date in every 2xx, 3xx and 4xx response, in the only allowed format (§5.6.7)',
    holds: async ({ serve }) => {
      const server = await serve((req, res) => res.status(Number(req.url?.slice(1))).send('x'));
      for (const status of [200, 204, 206, 301, 304, 400, 404, 416]) {
        expect((await ask(server, 'GET', `/${status}`)).headers.date).toMatch(IMF_FIXDATE);
      }
      for (const request of ['no request\r\n\r\n', 'GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n']) {
        const [, date] = (await converse(server.connect(), request)).match(/\r\nDate: ([^\r]*)\r\n/) ?? [];
        expect(date).toMatch(IMF_FIXDATE);
      }
    },
  },
  {
    section: '9110 §10.2.4',
    level: 'SHOULD NOT',
    requires: 'reveals more about its software than needed',
    how: 'It sends no Server and, by default, no X-Powered-By.',
    holds: async ({ serve }) => {
      const { headers } = await ask(await serve(echo), 'GET', '/');
      expect([headers.server, headers['x-powered-by']]).toEqual([undefined, undefined]);
    },
  },
  {
    section: '9110 §8.3',
    level: 'SHOULD',
    requires: 'sends Content-Type with content whose type it knows',
    how: '`res.write` and `res.end` don’t know the type.',
    holds: async ({ serveRoutes }) => {
      const server = await serveRoutes((app) => {
        app.get('/text', (_req, res) => res.send('a'));
        app.get('/json', (_req, res) => res.json('a'));
      });
      const types = ['/text', '/json', '/none'].map(
        async (target) => (await ask(server, 'GET', target)).headers['content-type'],
      );
      expect(await Promise.all(types)).toEqual([
        'text/html; charset=utf-8',
        'application/json; charset=utf-8',
        'application/problem+json',
      ]);
    },
  },
  {
    section: '9110 §15.5',
    level: 'SHOULD',
    requires: 'explains an error in the content of a 4xx or 5xx (§15.6), except for HEAD',
    holds: async (servers) => {
      const { serveRoutes, serve } = servers;
      const server = await serveRoutes((app) => app.get('/a', () => Promise.reject(new Error('x'))));
      for (const target of ['/a', '/none', '/%zz']) {
        const { status, body } = await ask(server, 'GET', target);
        expect(JSON.parse(body)).toMatchObject({
          status,
          title: expect.any(String),
          detail: expect.any(String),
        });
      }
      const text = await converse((await serve()).connect(), 'no request\r\n\r\n');
      expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toMatchObject({
        status: 400,
        code: expect.any(String),
      });
    },
  },
  {
    section: '9110 §8.6',
    level: 'MUST NOT',
    requires: 'sends Content-Length, or Transfer-Encoding (9112 §6.1), with 1xx or 204',
    holds: async (servers) => {
      const handlers = [
        (_req: unknown, res: { status(code: number): { send(text: string): unknown } }) =>
          res.status(204).send('x'),
        (_req: unknown, res: { writeHead(code: number): { end(): unknown } }) => res.writeHead(204).end(),
      ];
      for (const handler of handlers) {
        expect(await textOf(servers, handler, plain(''))).not.toMatch(/content-length|transfer-encoding/i);
      }
      const informed = await textOf(
        servers,
        (_req, res) => {
          res.writeProcessing();
          res.end('x');
        },
        plain(''),
      );
      expect(statusesIn(informed)).toEqual([102, 200]);
      expect(informed.split('\r\n\r\n')[0]).not.toMatch(/content-length|transfer-encoding/i);
    },
  },
  {
    section: '9112 §6.3',
    level: 'MUST',
    requires: 'ends 204 and 304 at the empty line after their fields',
    holds: async (servers) => {
      for (const status of [204, 304]) {
        const text = await textOf(servers, (_req, res) => res.status(status).send('content'), plain(''));
        expect(text).toMatch(/^HTTP\/1\.1 [23]04 (.+\r\n)+\r\n$/);
      }
    },
  },
  {
    section: '9110 §15.3.6',
    level: 'MUST NOT',
    requires: 'sends content with 205',
    how: '`res.send` and `res.json` leave it out; `res.end` is Node’s, and sends its argument.',
    holds: async (servers) => {
      const text = await textOf(servers, (_req, res) => res.status(205).send('content'), plain(''));
      expect(text).toMatch(/\r\nContent-Length: 0\r\n(.+\r\n)*\r\n$/);
    },
  },
];

export const methods: RuleGroup = { title: 'Methods and responses', rules };
