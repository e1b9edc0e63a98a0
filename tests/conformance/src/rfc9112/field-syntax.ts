import { expect } from 'vitest';
import { ask, converse, requestText } from '../subject.ts';
import { echo, plain, type Rule, type RuleGroup, refuses, responds, statusesIn, textOf } from './rule.ts';

const FIELD_LINE = /^[!#$%&'*+.^_`|~\w-]+: ?[\t\x20-\x7e\x80-\xff]*$/;

/** Field lines, in requests and in responses. */
const rules: readonly Rule[] = [
  {
    section: '9112 §5.1',
    level: 'MUST',
    requires: 'responds with 400 to whitespace between a name and its colon',
    holds: refuses(400, [
      'GET / HTTP/1.1\r\nHost : a\r\n\r\n',
      plain('X\t: a\r\n'),
      plain('Content-Length : 0\r\n'),
    ]),
  },
  {
    section: '9112 §5.2',
    level: 'MUST',
    requires: 'responds with 400 to a folded line, or unfolds it',
    how: 'It is rejected.',
    holds: refuses(400, [plain('X: a\r\n b\r\n'), plain('X: a\r\n\tb\r\n'), plain('X:\r\n a\r\n')]),
  },
  {
    section: '9110 §5.1',
    level: 'SHOULD',
    requires: 'ignores unknown fields, and rejects invalid names',
    holds: async (servers) => {
      await responds((req, res) => res.end(req.headers['x-unknown-1']), {
        [plain('X-Unknown-1: 7\r\n')]: '7',
      })(servers);
      await refuses(400, [plain('X(y): a\r\n'), plain(': a\r\n'), plain('X\xe9: a\r\n')])(servers);
    },
  },
  {
    section: '9110 §5.3',
    level: 'MUST NOT',
    requires: 'applies a request before its whole header section has arrived',
    holds: async ({ serve }) => {
      let handled = 0;
      const server = await serve((_req, res) => {
        handled++;
        res.end();
      });
      const socket = server.connect();
      const text = converse(socket, 'GET / HTTP/1.1\r\nHost: a\r\n');
      await ask(server, 'GET', '/');
      expect(handled).toBe(1);
      socket.write('Connection: close\r\n\r\n');
      expect(statusesIn(await text)).toEqual([200]);
    },
  },
  {
    section: '9110 §5.4',
    level: 'MUST',
    requires: 'responds with a 4xx to headers that are too large or too many, and ignores none of them',
    how: 'From 16 KiB and from `maxHeadersCount` fields (1,000): Node would silently drop the others.',
    holds: refuses(431, [plain(`X: ${'x'.repeat(17_000)}\r\n`), plain('X:a\r\n'.repeat(1_200))]),
  },
  {
    section: '9110 §5.5',
    level: 'MUST',
    requires: 'strips whitespace from both ends of a value',
    holds: responds((req, res) => res.end(`[${req.headers['x-a']}]`), {
      [plain('X-A: \t a b\t \r\n')]: '[a b]',
      [plain('X-A:\r\n')]: '[]',
    }),
  },
  {
    section: '9110 §5.5',
    level: 'SHOULD',
    requires: 'treats bytes beyond ASCII in a value as opaque',
    holds: responds((req, res) => res.end(Buffer.from(req.headers['x-a'] as string, 'latin1')), {
      [plain('X-A: \xa0\xe9\xa0\r\n')]: '\xa0\xe9\xa0',
    }),
  },
  {
    section: '9110 §5.5',
    level: 'MUST',
    requires: 'rejects CR, LF and NUL within a value',
    holds: refuses(400, [plain('X: a\0b\r\n'), plain('X: a\rb\r\n'), plain('X: a\nb: c\r\n')]),
  },
  {
    section: '9110 §5.6.1.2',
    level: 'MUST',
    requires: 'accepts empty elements in a list',
    holds: async (servers) => {
      const text = await textOf(servers, echo, requestText('GET', '/', { Connection: ' ,, close ,' }));
      expect(statusesIn(text)).toEqual([200]);
      const server = await servers.serve((req, res) => {
        const { accepts } = req as unknown as { accepts(...types: string[]): unknown };
        res.json(accepts.call(req, 'json', 'html'));
      });
      expect((await ask(server, 'GET', '/', { Accept: ', ,text/html,,' })).body).toBe('"html"');
    },
  },
  {
    section: '9112 §2.2',
    level: 'MUST NOT',
    requires: 'sends a bare CR or an invalid field line, whatever the handler passes',
    holds: async (servers) => {
      for (const value of ['a\rb', 'a\nb', 'a\r\nX: b', 'a\0b', '\u{100}']) {
        const text = await textOf(servers, (_req, res) => res.set('X-A', value).send('no'), plain(''));
        expect(statusesIn(text)).toEqual([500]);
        const [head = ''] = text.split('\r\n\r\n');
        for (const line of head.split('\r\n').slice(1)) expect(line).toMatch(FIELD_LINE);
      }
    },
  },
  {
    section: '9112 §4',
    level: 'MUST',
    requires: 'sends the space after a status code, whether or not a reason follows',
    holds: async (servers) => {
      const text = await textOf(servers, (_req, res) => res.status(299).send('x'), plain(''));
      expect(text).toMatch(/^HTTP\/1\.1 299 [^\r\n]*\r\n/);
    },
  },
];

export const fieldSyntax: RuleGroup = { title: 'Field syntax', rules };
