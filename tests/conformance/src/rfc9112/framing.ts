import { parseResponses } from '@nextpress-internal/test-kit';
import { expect } from 'vitest';
import { converse, requestText } from '../subject.ts';
import { echo, plain, type Rule, type RuleGroup, refuses, responds, statusesIn, textOf } from './rule.ts';

const post = (lines: string, body = ''): string => `POST / HTTP/1.1\r\nHost: a\r\n${lines}\r\n${body}`;
const CHUNKS = '3\r\nabc\r\n0\r\n\r\n';

/** Where a message ends. */
const rules: readonly Rule[] = [
  {
    section: '9112 §6.1',
    level: 'SHOULD',
    requires:
      'responds with 501 to a transfer coding that it does not understand, with parameters (§7.2) or without',
    how: 'And closes the connection, because a proxy may have seen a different end.',
    holds: refuses(501, [
      post('Transfer-Encoding: gzip, chunked\r\n', CHUNKS),
      post('Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n', CHUNKS),
      post('Transfer-Encoding: identity, chunked\r\n', CHUNKS),
      post('Transfer-Encoding: gzip;q=1, chunked\r\n', CHUNKS),
    ]),
  },
  {
    section: '9112 §6.3',
    level: 'MUST',
    requires: 'responds with 400 and closes the connection if chunked is not the last transfer coding',
    holds: async (servers) => {
      await refuses(400, [
        post('Transfer-Encoding: chunked, gzip\r\n', CHUNKS),
        post('Transfer-Encoding: chunked, chunked\r\n', CHUNKS),
        post('Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n', CHUNKS),
        post('Transfer-Encoding: gzip\r\n', 'abc'),
        post('Transfer-Encoding: xchunked\r\n', CHUNKS),
        post('Transfer-Encoding: \x0bchunked\r\n', CHUNKS),
      ])(servers);
    },
  },
  {
    section: '9112 §6.1',
    level: 'MUST',
    requires: 'treats Transfer-Encoding in HTTP/1.0 as broken framing, and closes the connection',
    holds: refuses(400, [
      `POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n${CHUNKS}`,
      `POST / HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n${CHUNKS}`,
    ]),
  },
  {
    section: '9112 §6.3',
    level: 'ought to',
    requires:
      'treats Transfer-Encoding with Content-Length as an error, and closes the connection (§6.1, MUST)',
    holds: refuses(400, [
      post('Transfer-Encoding: chunked\r\nContent-Length: 3\r\n', CHUNKS),
      post('Content-Length: 3\r\nTransfer-Encoding: chunked\r\n', CHUNKS),
      `POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n${CHUNKS}`,
    ]),
  },
  {
    section: '9112 §6.3',
    level: 'MUST',
    requires: 'responds with 400 to an invalid Content-Length, and closes the connection',
    how: 'A list of equal numbers, which may be accepted, is rejected.',
    holds: refuses(400, [
      ...['+3', '-3', '0x3', '3, 4', '3,3', '1e1', '3 3', 'a', '3.0'].map((length) =>
        post(`Content-Length: ${length}\r\n`, 'abc'),
      ),
      post('Content-Length: 3\r\nContent-Length: 4\r\n', 'abc'),
      post('Content-Length: 3\r\nContent-Length: 3\r\n', 'abc'),
    ]),
  },
  {
    section: '9110 §8.6',
    level: 'MUST',
    requires: 'reads large numbers in Content-Length without overflow',
    holds: refuses(
      400,
      ['99999999999999999999999', '18446744073709551617'].map((length) =>
        post(`Content-Length: ${length}\r\n`, 'abc'),
      ),
    ),
  },
  {
    section: '9112 §6.3',
    level: 'MUST',
    requires: 'treats a truncated body as incomplete, and closes the connection',
    holds: async ({ serve }) => {
      let end = (_complete: boolean): void => {};
      const ended = new Promise((resolve) => {
        end = resolve;
      });
      const server = await serve((req) => {
        req.on('error', () => {}).on('close', () => end(req.complete));
        req.resume();
      });
      const socket = server.connect();
      const text = converse(socket, post('Content-Length: 9\r\n', 'abc'));
      socket.end();
      expect(statusesIn(await text)).not.toContain(200);
      expect(await ended).toBe(false);
    },
  },
  {
    section: '9112 §6.3',
    level: 'SHOULD',
    requires: 'delimits responses by length or chunked coding, not by the end of the connection',
    holds: async (servers) => {
      const text = await textOf(servers, streamed, plain(''));
      expect(text).toMatch(/\r\nTransfer-Encoding: chunked\r\n[\s\S]*\r\n0\r\n\r\n$/);
    },
  },
  {
    section: '9112 §6.1',
    level: 'MUST NOT',
    requires: 'sends Transfer-Encoding to an HTTP/1.0 client',
    holds: async (servers) => {
      const text = await textOf(servers, streamed, 'GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n');
      expect(text).toMatch(/\r\nConnection: close\r\n/);
      expect(text).toMatch(/\r\n\r\nonetwo$/);
      expect(text).not.toMatch(/transfer-encoding/i);
    },
  },
  {
    section: '9112 §6.1',
    level: 'MUST NOT',
    requires: 'applies chunked twice',
    holds: async (servers) => {
      const text = await textOf(
        servers,
        (req, res) => streamed(req, res.set('Transfer-Encoding', 'chunked')),
        plain(''),
      );
      expect(text.match(/chunked/g)).toHaveLength(1);
      expect(parseResponses(text).responses[0]?.body).toBe('onetwo');
    },
  },
  {
    section: '9112 §6.2',
    level: 'MUST NOT',
    requires: 'sends Content-Length with Transfer-Encoding',
    how: 'By itself. If a handler sets both, both are sent: Node forbids neither.',
    holds: async (servers) => {
      expect(await textOf(servers, streamed, plain(''))).not.toMatch(/content-length/i);
      expect(await textOf(servers, (_req, res) => res.send('x'), plain(''))).not.toMatch(
        /transfer-encoding/i,
      );
    },
  },
  {
    section: '9110 §8.6',
    level: 'SHOULD',
    requires: 'sends Content-Length if the size is known before the head is sent',
    holds: async (servers) => {
      for (const handler of [
        (_req: unknown, res: { send(text: string): unknown }) => res.send('abc'),
        (_req: unknown, res: { end(text: string): unknown }) => res.end('abc'),
      ]) {
        expect(await textOf(servers, handler, plain(''))).toMatch(/\r\nContent-Length: 3\r\n/);
      }
    },
  },
  {
    section: '9112 §6.3',
    level: 'MUST',
    requires: 'reads a body of its declared length for any method, and the next request after it',
    holds: responds(echo, {
      [`GET /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc${requestText('DELETE', '/2', {}, 'x')}`]:
        '{"method":"GET","url":"/1","body":"abc"}|{"method":"DELETE","url":"/2","body":"x"}',
    }),
  },
];

function streamed(_req: unknown, res: { write(text: string): unknown; end(text: string): unknown }): void {
  res.write('one');
  setImmediate(() => res.end('two'));
}

export const framing: RuleGroup = { title: 'Framing', rules };
