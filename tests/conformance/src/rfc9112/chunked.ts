import { expect } from 'vitest';
import { echo, type Rule, type RuleGroup, refuses, responds, statusesIn, textOf } from './rule.ts';

const chunkedPost = (body: string, encoding = 'chunked'): string =>
  `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: ${encoding}\r\n\r\n${body}`;
const echoed = (body: string): string => JSON.stringify({ method: 'POST', url: '/', body });

/** Errors in chunked bodies whose first part has already reached a handler. */
const rules: readonly Rule[] = [
  {
    section: '9112 §7.1',
    level: 'MUST',
    requires: 'supports the chunked transfer coding, case-insensitively',
    holds: responds(echo, {
      [chunkedPost('3\r\nabc\r\n0A\r\n0123456789\r\n0\r\n\r\n')]: echoed('abc0123456789'),
      [chunkedPost('0\r\n\r\n', 'CHUNKED')]: echoed(''),
      [chunkedPost('0003\r\nabc\r\n000\r\n\r\n')]: echoed('abc'),
    }),
  },
  {
    section: '9112 §7.1',
    level: 'MUST',
    requires: 'reads large chunk sizes without overflow',
    holds: failsInBody(400, ['fffffffffffffffff\r\nabc', '10000000000000003\r\nabc\r\n0\r\n\r\n']),
  },
  {
    section: '9112 §7.1',
    level: 'SHOULD',
    requires: 'treats parameters of chunked as an error',
    holds: refuses(400, [chunkedPost('0\r\n\r\n', 'chunked;q=1')]),
  },
  {
    section: '9112 §7.1',
    level: 'MUST',
    requires: 'treats anything but a chunk as broken framing (§2.2: 400, and the connection is closed)',
    holds: failsInBody(400, [
      'g\r\n',
      '3 \r\nabc\r\n0\r\n\r\n',
      '3\nabc\r\n0\r\n\r\n',
      '3\r\nabcd\r\n0\r\n\r\n',
      '0x3\r\nabc\r\n',
      '-1\r\n',
      '\r\n',
    ]),
  },
  {
    section: '9112 §7.1.1',
    level: 'MUST',
    requires: 'ignores unknown chunk extensions',
    holds: responds(echo, { [chunkedPost('3;a=b;c="d"\r\nabc\r\n0;e\r\n\r\n')]: echoed('abc') }),
  },
  {
    section: '9112 §7.1.1',
    level: 'ought to',
    requires: 'limits the length of chunk extensions, and responds with 4xx above it',
    how: '413 above 16 KiB in one chunk.',
    holds: failsInBody(413, [`3;${'a'.repeat(20_000)}\r\nabc\r\n0\r\n\r\n`]),
  },
  {
    section: '9112 §7.1.2',
    level: 'MUST NOT',
    requires: 'merges trailer fields into the header section (also 9110 §6.5.1)',
    holds: responds(
      (req, res) => {
        req.resume();
        req.on('end', () => res.end([req.headers['x-sum'], req.trailers['x-sum'], req.headers.host].join()));
      },
      { [chunkedPost('1\r\na\r\n0\r\nX-Sum: 7\r\nHost: evil\r\n\r\n')]: ',7,a' },
    ),
  },
];

/** The handler has started and gets the error, and the client gets this status. */
function failsInBody(status: number, bodies: readonly string[]): Rule['holds'] {
  return async (servers) => {
    for (const body of bodies) {
      const text = await textOf(servers, echo, chunkedPost(body));
      expect([body.slice(0, 30), statusesIn(text)]).toEqual([body.slice(0, 30), [status]]);
    }
  };
}

export const chunked: RuleGroup = { title: 'Chunked transfer coding', rules };
