import { expect } from 'vitest';
import type { Rule, RuleGroup } from './rule.ts';
import { CONTENT, onFile } from './served-file.ts';

/** Ranges, of a file. */
const rules: readonly Rule[] = [
  {
    section: '9110 §14.2',
    level: 'SHOULD',
    requires:
      'answers 206 to a range that can be satisfied, with Content-Range (§15.3.7.1, MUST) and the whole length (§14.4)',
    holds: onFile(async ({ request }) => {
      for (const [range, part, body] of [
        ['bytes=2-4', '2-4', '234'],
        ['bytes=8-', '8-9', '89'],
        ['bytes=-3', '7-9', '789'],
        ['bytes=5-100', '5-9', '56789'],
        ['BYTES=0-0', '0-0', '0'],
        ['bytes= 0-0', '0-0', '0'],
      ] as const) {
        const answer = await request({ Range: range });
        expect([range, answer.status, answer.headers['content-range'], answer.body]).toEqual([
          range,
          206,
          `bytes ${part}/${CONTENT.length}`,
          body,
        ]);
      }
    }),
  },
  {
    section: '9110 §15.3.7',
    level: 'MUST',
    requires: 'sends with 206 the Date, ETag, Cache-Control, Vary and Content-Type that 200 would have had',
    holds: onFile(async ({ request }) => {
      const whole = await request({});
      const { headers } = await request({ Range: 'bytes=0-1' });
      expect(headers.date).toBeDefined();
      for (const name of ['etag', 'cache-control', 'vary', 'content-type', 'last-modified'])
        expect([name, headers[name]]).toEqual([name, whole.headers[name]]);
    }),
  },
  {
    section: '9110 §15.3.7.2',
    level: 'MUST',
    requires: 'sends several ranges as multipart/byteranges: Content-Range in each part, and not in the head',
    how: 'Or answers 200: Range may be ignored.',
    holds: onFile(async ({ request }) => {
      const { status, headers, body } = await request({ Range: 'bytes=0-1,8-9' });
      expect(headers['content-range']).toBe(undefined);
      if (status === 200) {
        expect(body).toBe(CONTENT);
        return;
      }
      expect(status).toBe(206);
      const [, boundary = ''] =
        /^multipart\/byteranges; ?boundary="?([^"]+)"?$/.exec(headers['content-type'] ?? '') ?? [];
      const parts = body.split(`--${boundary}`).slice(1, -1);
      expect(parts.map((part) => part.match(/content-range: (.*)\r\n/i)?.[1])).toEqual([
        'bytes 0-1/10',
        'bytes 8-9/10',
      ]);
      expect(parts.map((part) => part.split('\r\n\r\n')[1])).toEqual(['01\r\n', '89\r\n']);
    }),
  },
  {
    section: '9110 §15.3.7.2',
    level: 'MUST NOT',
    requires: 'sends a multipart answer to a request for a single range',
    holds: onFile(async ({ request }) => {
      const { headers } = await request({ Range: 'bytes=1-2' });
      expect(headers['content-type']).not.toMatch(/multipart/);
    }),
  },
  {
    section: '9110 §14.2',
    level: 'SHOULD',
    requires: 'answers 416 where no range can be satisfied, with the length in Content-Range (§14.4)',
    holds: onFile(async ({ request }) => {
      for (const range of ['bytes=10-', 'bytes=100-200', 'bytes=-0']) {
        const { status, headers } = await request({ Range: range });
        expect([range, status, headers['content-range']]).toEqual([range, 416, 'bytes */10']);
      }
    }),
  },
  {
    section: '9110 §14.2',
    level: 'MUST',
    requires: 'ignores a Range of a unit that it does not know, and may ignore a malformed one',
    holds: onFile(async ({ request }) => {
      for (const range of [
        'lines=0-1',
        'bytes',
        'bytes=',
        'bytes=a-b',
        'bytes=4-2',
        'bytes 0-1',
        'bytes=1-2-3',
      ]) {
        const { status, body } = await request({ Range: range });
        expect([range, status, body]).toEqual([range, 200, CONTENT]);
      }
    }),
  },
  {
    section: '9110 §14.1.2',
    level: 'MUST',
    requires: 'reads large numbers in a Range without overflow',
    holds: onFile(async ({ request }) => {
      const large = '9'.repeat(40);
      expect((await request({ Range: `bytes=2-${large}` })).body).toBe('23456789');
      expect((await request({ Range: `bytes=-${large}` })).body).toBe(CONTENT);
      expect((await request({ Range: `bytes=${large}-` })).status).toBe(416);
    }),
  },
  {
    section: '9110 §14.2',
    level: 'MUST',
    requires: 'ignores Range with a method that it does not define ranges for',
    holds: onFile(async ({ request }) => {
      const { status, headers } = await request({ Range: 'bytes=0-1' }, 'HEAD');
      expect([status, headers['content-length']]).toEqual([200, '10']);
    }),
  },
  {
    section: '9110 §14.4',
    level: 'MUST',
    requires: 'ignores Content-Range in a request whose method defines none',
    holds: onFile(async ({ request }) => {
      const { status, body } = await request({ 'Content-Range': 'bytes 0-1/10' });
      expect([status, body]).toEqual([200, CONTENT]);
    }),
  },
  {
    section: '9110 §13.1.5',
    level: 'MUST',
    requires: 'ignores Range where If-Range does not hold, comparing strongly, and If-Range without Range',
    holds: onFile(async ({ etag, modified, request }) => {
      const Range = 'bytes=0-1';
      expect((await request({ Range, 'If-Range': '"x"' })).status).toBe(200);
      expect((await request({ Range, 'If-Range': `W/${etag.replace(/^W\//, '')}` })).status).toBe(200);
      expect((await request({ Range, 'If-Range': 'Sat, 01 Jan 2000 00:00:00 GMT' })).status).toBe(200);
      expect((await request({ 'If-Range': etag })).status).toBe(200);
      if (!etag.startsWith('W/')) expect((await request({ Range, 'If-Range': etag })).status).toBe(206);
      expect([200, 206]).toContain((await request({ Range, 'If-Range': modified })).status);
    }),
  },
];

export const ranges: RuleGroup = { title: 'Ranges', rules };
