import { expect } from 'vitest';
import { ask, converse } from '../subject.ts';
import {
  declines,
  echo,
  plain,
  type Rule,
  type RuleGroup,
  refuses,
  responds,
  statusesIn,
  textOf,
} from './rule.ts';

/** The bytes of a message, its request line and the forms of its target. */
const rules: readonly Rule[] = [
  {
    section: '9112 §2.2',
    level: 'MUST',
    requires: 'parses a message as bytes, in an encoding that is a superset of ASCII',
    holds: responds(
      (req, res) => res.end(Buffer.from(req.headers['x-bytes'] as string, 'latin1').toString('hex')),
      {
        [plain('X-Bytes: \xe9\xff\x80\r\n')]: 'e9ff80',
      },
    ),
  },
  {
    section: '9112 §2.2',
    level: 'MUST',
    requires: 'treats a bare CR as invalid, or as a space',
    how: 'It is rejected.',
    holds: refuses(400, [
      plain('X: a\rb\r\n'),
      'GET /a\rb HTTP/1.1\r\nHost: a\r\n\r\n',
      'GET / HTTP/1.1\rHost: a\r\n\r\n',
    ]),
  },
  {
    section: '9112 §2.2',
    level: 'SHOULD',
    requires: 'ignores an empty line before the request line',
    holds: responds((req, res) => res.end(req.url), {
      [`\r\n${plain('', '/first')}`]: '/first',
      [`GET /1 HTTP/1.1\r\nHost: a\r\n\r\n\r\n${plain('', '/2')}`]: '/1|/2',
    }),
  },
  {
    section: '9112 §2.2',
    level: 'MUST',
    requires: 'rejects or skips lines that begin with whitespace before the first field',
    how: 'They are rejected.',
    holds: refuses(400, [
      'GET / HTTP/1.1\r\n Host: a\r\n\r\n',
      'GET / HTTP/1.1\r\n\tX: a\r\nHost: a\r\n\r\n',
    ]),
  },
  {
    section: '9112 §2.2',
    level: 'SHOULD',
    requires: 'responds with 400 to anything that is not an HTTP message, and closes the connection',
    holds: refuses(400, [
      '\x16\x03\x01\x02\0\x01\0\x01',
      '\0\0\0\0\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n',
      'GET / HTTP/1.1\nHost: a\n\n',
      'GET / FTP/1.1\r\nHost: a\r\n\r\n',
    ]),
  },
  {
    section: '9112 §3',
    level: 'SHOULD',
    requires: 'responds with 501 to a method longer than any it implements',
    holds: refuses(501, [plain('', '/', 'X'.repeat(300)), plain('', '/', 'PROPFINDX')]),
  },
  {
    section: '9110 §9.1',
    level: 'SHOULD',
    requires:
      'responds with 501 to a method that it does not recognize, and treats methods as case-sensitive',
    holds: refuses(501, [plain('', '/', 'BREW'), plain('', '/', 'get'), plain('', '/', "A!#$%&'*+-.^_`|~9")]),
  },
  {
    section: '9112 §3',
    level: 'MUST',
    requires: 'responds with 414 to a target longer than it is willing to parse',
    how: 'If the last packet shows one end of the target; otherwise with 431.',
    holds: refuses(414, [plain('', `/${'x'.repeat(17_000)}`)]),
  },
  {
    section: '9112 §3',
    level: 'SHOULD',
    requires: 'parses request lines of at least 8,000 bytes',
    holds: responds((req, res) => res.end(String(req.url?.length)), {
      [plain('', `/${'x'.repeat(7_999)}`)]: '8000',
    }),
  },
  {
    section: '9112 §3.2',
    level: 'SHOULD',
    requires: 'responds with 400, or a redirect, to an invalid request line',
    how: 'Two spaces are read as one, which §3 allows.',
    holds: refuses(400, [
      'GET /a b HTTP/1.1\r\nHost: a\r\n\r\n',
      'GET HTTP/1.1\r\nHost: a\r\n\r\n',
      'GET /\x7f HTTP/1.1\r\nHost: a\r\n\r\n',
      'GET / HTTP/1.1 x\r\nHost: a\r\n\r\n',
      'GET / http/1.1\r\nHost: a\r\n\r\n',
    ]),
  },
  {
    section: '9112 §3.2',
    level: 'SHOULD NOT',
    requires: 'corrects an invalid request line and continues',
    holds: declines(400, ['GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n', 'GET a HTTP/1.1\r\nHost: a\r\n\r\n']),
  },
  {
    section: '9112 §3.2.2',
    level: 'MUST',
    requires: 'accepts the absolute-form',
    holds: responds((req, res) => res.send((req as unknown as { pathname: string }).pathname), {
      [plain('', 'http://a/b/c')]: '/b/c',
      [plain('', 'HTTP://a')]: '/',
    }),
  },
  {
    section: '9112 §3.2.2',
    level: 'MUST',
    requires: 'uses the host of an absolute-form, and ignores Host',
    how: '`req.host` and `req.hostname` do; `req.headers.host` is the field as sent.',
    holds: responds((req, res) => res.send((req as unknown as { host: string }).host), {
      [plain('', 'http://real:80/')]: 'real:80',
    }),
  },
  {
    section: '9110 §7.1',
    level: 'MUST NOT',
    requires: 'accepts the authority-form for methods other than CONNECT',
    holds: refuses(400, ['GET a:80 HTTP/1.1\r\nHost: a\r\n\r\n', 'OPTIONS a:80 HTTP/1.1\r\nHost: a\r\n\r\n']),
  },
  {
    section: '9110 §7.1',
    level: 'MUST NOT',
    requires: 'accepts the asterisk-form for methods other than OPTIONS',
    holds: async (servers) => {
      const text = await textOf(servers, echo, plain('', '*'));
      expect(statusesIn(text)).toEqual([400]);
    },
  },
  {
    section: '9110 §9.3.7',
    level: 'SHOULD',
    requires: 'lists what it supports in a successful response to OPTIONS',
    holds: async ({ serveRoutes }) => {
      const server = await serveRoutes((app) => app.put('/a', (_req, res) => res.send('a')));
      expect((await ask(server, 'OPTIONS', '/a')).headers.allow).toBe('OPTIONS, PUT');
      expect((await ask(server, 'OPTIONS', '*')).status).toBe(204);
    },
  },
  {
    section: '9110 §6.2',
    level: 'SHOULD',
    requires: 'responds in its own highest version of the requested major version',
    holds: async (servers) => {
      expect(await textOf(servers, echo, 'GET / HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
    },
  },
  {
    section: '9110 §6.2',
    level: 'SHOULD',
    requires: 'treats a higher minor version as the highest that it knows',
    instead: 'Node’s parser rejects it; the response is 505.',
    holds: refuses(505, ['GET / HTTP/1.2\r\nHost: a\r\n\r\n']),
  },
  {
    section: '9110 §15.6.6',
    level: 'SHOULD',
    requires: 'explains a 505, and lists the versions it supports',
    how: 'Where Node’s parser reads the version; for others it only says that they are invalid.',
    holds: async (servers) => {
      for (const request of ['GET / HTTP/2.0\r\nHost: a\r\n\r\n', 'GET / HTTP/0.9\r\n\r\n']) {
        const text = await textOf(servers, echo, request);
        expect(statusesIn(text)).toEqual([505]);
        expect(text).toContain('expected HTTP/1.1');
      }
      const preface = await converse((await servers.serve()).connect(), 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
      expect(statusesIn(preface)).toEqual([505]);
    },
  },
];

export const requestLine: RuleGroup = { title: 'Request line', rules };
