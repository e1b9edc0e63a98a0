import type { RawResponse } from '@nextpress-internal/test-kit';
import { expect } from 'vitest';
import type { Rule, RuleGroup } from './rule.ts';
import { CONTENT, LONG_CONTENT, onFile, type ServedFile } from './served-file.ts';

/** Ranges, of a file. */
const rules: readonly Rule[] = [
  {
    section: '9110 §14.2',
    level: 'SHOULD',
    requires:
      'responds with 206 to a range that can be satisfied, with Content-Range (§15.3.7.1, MUST) and the whole length (§14.4)',
    holds: onFile(async ({ request }) => {
      for (const [range, part, body] of [
        ['bytes=2-4', '2-4', '234'],
        ['bytes=8-', '8-9', '89'],
        ['bytes=-3', '7-9', '789'],
        ['bytes=5-100', '5-9', '56789'],
        ['BYTES=0-0', '0-0', '0'],
        ['bytes= 0-0', '0-0', '0'],
      ] as const) {
        const response = await request({ Range: range });
        expect([range, response.status, response.headers['content-range'], response.body]).toEqual([
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
    how: 'Or responds with 200 if the parts would be longer than the whole: Range may be ignored.',
    holds: onFile(async ({ request }) => {
      const short = await request({ Range: 'bytes=0-1,8-9' });
      expect([short.status, short.headers['content-range'], short.body]).toEqual([200, undefined, CONTENT]);
      const { headers, parts } = await partsOf(request, 'bytes=8-9,0-1,8000-8001');
      expect(headers['content-range']).toBe(undefined);
      expect(parts.map((part) => part.match(/\r\ncontent-range: (.*)\r\n/i)?.[1])).toEqual(
        ['8-9', '0-1', '8000-8001'].map((range) => `bytes ${range}/${LONG_CONTENT.length}`),
      );
      expect(parts.map((part) => part.split('\r\n\r\n')[1])).toEqual(['89\r\n', '01\r\n', '01\r\n']);
    }),
  },
  {
    section: '9110 §15.3.7.2',
    level: 'SHOULD',
    requires: 'sends the parts in the requested order, each with the Content-Type that 200 would have had',
    holds: onFile(async ({ request }) => {
      const { headers } = await request({}, 'GET', '/long.txt');
      const { parts } = await partsOf(request, 'bytes=9000-9001,0-1');
      expect(parts.map((part) => part.match(/\r\ncontent-type: (.*)\r\n/i)?.[1])).toEqual([
        headers['content-type'],
        headers['content-type'],
      ]);
      expect(parts.map((part) => part.match(/bytes (\d+)/)?.[1])).toEqual(['9000', '0']);
    }),
  },
  {
    section: '9110 §15.3.7.2',
    level: 'MUST NOT',
    requires: 'sends a multipart response to a request for a single range',
    holds: onFile(async ({ request }) => {
      const { headers } = await request({ Range: 'bytes=1-2' });
      expect(headers['content-type']).not.toMatch(/multipart/);
    }),
  },
  {
    section: '9110 §14.2',
    level: 'SHOULD',
    requires: 'responds with 416 if no range can be satisfied, with the length in Content-Range (§14.4)',
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
    requires: 'ignores a Range with an unknown unit, and may ignore a malformed one',
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
    requires: 'ignores Range with a method that does not define ranges',
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
    requires: 'ignores Range if If-Range does not match, comparing strongly, and If-Range without Range',
    holds: onFile(async ({ etag, modified, request }) => {
      const Range = 'bytes=0-1';
      expect((await request({ Range, 'If-Range': '"x"' })).status).toBe(200);
      expect((await request({ Range, 'If-Range': `W/${etag.replace(/^W\//, '')}` })).status).toBe(200);
      expect((await request({ Range, 'If-Range': 'Sat, 01 Jan 2000 00:00:00 GMT' })).status).toBe(200);
      expect((await request({ 'If-Range': etag })).status).toBe(200);
      if (!etag.startsWith('W/')) expect((await request({ Range, 'If-Range': etag })).status).toBe(206);
      expect((await request({ Range, 'If-Range': modified })).status).toBe(206);
    }),
  },
  {
    section: '9110 §15.3.7',
    level: 'SHOULD NOT',
    requires: 'sends, in a 206 to a matching If-Range, fields that the client already has',
    instead: 'It sends the fields that 206 has without If-Range.',
    holds: onFile(async ({ modified, request }) => {
      const { status, headers } = await request({ Range: 'bytes=0-1', 'If-Range': modified });
      expect([status, headers['content-type']]).toEqual([206, 'text/plain; charset=utf-8']);
    }),
  },
];

/** The head and the parts of a multipart response, each part from its first line to the end of its content. */
async function partsOf(
  request: ServedFile['request'],
  range: string,
): Promise<{ headers: RawResponse['headers']; parts: string[] }> {
  const { status, headers, body } = await request({ Range: range }, 'GET', '/long.txt');
  expect(status).toBe(206);
  const [, boundary = ''] =
    /^multipart\/byteranges; ?boundary="?([^"]+)"?$/.exec(headers['content-type'] ?? '') ?? [];
  return { headers, parts: body.split(`--${boundary}`).slice(1, -1) };
}

export const ranges: RuleGroup = { title: 'Ranges', rules };
