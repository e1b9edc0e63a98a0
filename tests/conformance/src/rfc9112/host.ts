import { expect } from 'vitest';
import { ask, converse } from '../subject.ts';
import { declines, last, plain, type Rule, type RuleGroup, refuses, responds, statusesIn } from './rule.ts';

const hosted = (...lines: string[]): string =>
  `GET / HTTP/1.1\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`;

/** The Host field, and the authority of the target. */
const rules: readonly Rule[] = [
  {
    section: '9112 §3.2',
    level: 'MUST',
    requires: 'responds with 400 to an HTTP/1.1 request without Host',
    holds: refuses(400, [hosted(), hosted('Hosts: a'), 'GET http://a/ HTTP/1.1\r\n\r\n']),
  },
  {
    section: '9112 §3.2',
    level: 'MUST',
    requires: 'responds with 400 to more than one Host field',
    holds: refuses(400, [
      hosted('Host: a', 'Host: a'),
      hosted('Host: a', 'hOST: b'),
      hosted('Host:', 'Host: a'),
      'GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n',
    ]),
  },
  {
    section: '9112 §3.2',
    level: 'MUST',
    requires: 'responds with 400 to an invalid Host',
    holds: refuses(400, [
      ...[
        'a b',
        'a/b',
        'a?b',
        'a#b',
        'user@a',
        'a:b',
        'a:80:80',
        'a:99999',
        ':80',
        '[::1',
        '[a]',
        '\xe9',
        'a%zz',
        'a\\b',
      ].map((host) => hosted(`Host: ${host}`)),
      'GET / HTTP/1.0\r\nHost: a/b\r\n\r\n',
    ]),
  },
  {
    section: '9110 §7.2',
    level: 'ought to',
    requires: 'accepts what the grammar of Host allows, including an empty value',
    how: 'Except `IPvFuture`, and ports above 65,535. If it is empty, `req.host` is undefined (9112 §3.3: a default may apply).',
    holds: responds((req, res) => res.send((req as unknown as { host?: string }).host ?? 'none'), {
      [hosted('Host:')]: 'none',
      [hosted('Host: a.example:8080')]: 'a.example:8080',
      [hosted('Host: 127.0.0.1')]: '127.0.0.1',
      [hosted('Host:[::1]:80')]: '[::1]:80',
      [hosted('Host: %61.example:')]: '%61.example:',
      'GET / HTTP/1.0\r\n\r\n': 'none',
    }),
  },
  {
    section: '9110 §4.2.1',
    level: 'MUST',
    requires: 'rejects a target URI with an empty host',
    holds: declines(400, [plain('', 'http:///a'), plain('', 'http://:80/'), plain('', 'http://')]),
  },
  {
    section: '9110 §4.2.4',
    level: 'SHOULD',
    requires: 'treats user information in a target URI as an error',
    holds: declines(400, [plain('', 'http://user@a/'), plain('', 'http://user:secret@a/')]),
  },
  {
    section: '9110 §7.4',
    level: 'MUST',
    requires: 'rejects an https target on an insecure connection, unless it comes from a trusted gateway',
    how: 'With 421. Whether the certificate is valid for the host, which the rule includes, is not checked.',
    holds: async ({ serve, isSecure }) => {
      const server = await serve((_req, res) => res.end());
      const text = await converse(server.connect(), last('', 'https://a/'));
      expect(statusesIn(text)).toEqual([isSecure ? 200 : 421]);
      expect((await ask(server, 'GET', 'http://a/')).status).toBe(200);
    },
  },
];

export const host: RuleGroup = { title: 'Host', rules };
