import { expect } from 'vitest';
import type { Rule, RuleGroup } from './rule.ts';
import { CONTENT, onFile } from './served-file.ts';

const LONG_AGO = 'Sat, 01 Jan 2000 00:00:00 GMT';
const strong = (etag: string): string => etag.replace(/^W\//, '');

/** Preconditions, on a file. */
const rules: readonly Rule[] = [
  {
    section: '9110 §15.3.1',
    level: 'SHOULD',
    requires: 'sends the validators of a representation (§8.8.2.1, §8.8.3.1)',
    holds: onFile(async ({ etag, modified, request }) => {
      expect(etag).toMatch(/^(W\/)?"[\x21\x23-\x7e]*"$/);
      expect(Date.parse(modified)).toBeLessThanOrEqual(Date.parse((await request({})).headers.date ?? ''));
    }),
  },
  {
    section: '9110 §8.8.2.1',
    level: 'MUST',
    requires: 'replaces a Last-Modified that is later than its own time',
    how: 'With the time at which the file’s inode was changed, so that it is stable; otherwise with its own time.',
    holds: onFile(async ({ request }) => {
      const { headers } = await request({}, 'GET', '/future.txt');
      const [modified, date] = [headers['last-modified'], headers.date].map((time = '') => Date.parse(time));
      // Each is cut to a second of its own.
      expect(modified).toBeLessThanOrEqual((date as number) + 1_000);
      expect(modified).toBeGreaterThan((date as number) - 60_000);
    }),
  },
  {
    section: '9110 §13.1.2',
    level: 'MUST',
    requires: 'compares weakly for If-None-Match, and responds with 304 to GET and HEAD if a tag matches',
    holds: onFile(async ({ etag, request }) => {
      for (const field of [etag, `W/${strong(etag)}`, strong(etag), `"x", ${etag}`, '*']) {
        for (const method of ['GET', 'HEAD']) {
          expect([field, (await request({ 'If-None-Match': field }, method)).status]).toEqual([field, 304]);
        }
      }
      expect((await request({ 'If-None-Match': '"x"' })).status).toBe(200);
    }),
  },
  {
    section: '9110 §15.4.5',
    level: 'MUST',
    requires: 'sends with 304 the Date, ETag, Cache-Control and Vary that 200 would have had',
    holds: onFile(async ({ etag, request }) => {
      const whole = await request({});
      const { headers, body } = await request({ 'If-None-Match': etag });
      expect(body).toBe('');
      expect(headers.date).toBeDefined();
      for (const name of ['etag', 'cache-control', 'vary', 'expires', 'content-location'])
        expect([name, headers[name]]).toEqual([name, whole.headers[name]]);
    }),
  },
  {
    section: '9110 §15.4.5',
    level: 'SHOULD NOT',
    requires: 'sends other metadata of the content with 304',
    holds: onFile(async ({ etag, request }) => {
      const { headers } = await request({ 'If-None-Match': etag });
      for (const name of ['content-type', 'content-encoding', 'content-disposition', 'content-range'])
        expect([name, headers[name]]).toEqual([name, undefined]);
    }),
  },
  {
    section: '9110 §8.6',
    level: 'MUST NOT',
    requires: 'sends a Content-Length with 304 that differs from that of 200',
    holds: onFile(async ({ etag, request }) => {
      const { headers } = await request({ 'If-None-Match': etag });
      expect([undefined, String(CONTENT.length)]).toContain(headers['content-length']);
    }),
  },
  {
    section: '9110 §13.1.3',
    level: 'MUST',
    requires: 'ignores If-Modified-Since if If-None-Match is present',
    holds: onFile(async ({ etag, modified, request }) => {
      expect((await request({ 'If-None-Match': '"x"', 'If-Modified-Since': modified })).status).toBe(200);
      expect((await request({ 'If-None-Match': etag, 'If-Modified-Since': LONG_AGO })).status).toBe(304);
    }),
  },
  {
    section: '9110 §13.1.3',
    level: 'MUST',
    requires: 'ignores an If-Modified-Since that is not a single valid date',
    holds: onFile(async ({ modified, request }) => {
      for (const field of [
        'yesterday',
        `${modified}, ${modified}`,
        '2040',
        'Sat, 32 Jan 2040 00:00:00 GMT',
        '',
      ]) {
        expect([field, (await request({ 'If-Modified-Since': field })).status]).toEqual([field, 200]);
      }
    }),
  },
  {
    section: '9110 §13.1.3',
    level: 'SHOULD',
    requires: 'responds with 304 if nothing was modified since, with all three date formats (§5.6.7, MUST)',
    holds: onFile(async ({ modified, request }) => {
      const date = new Date(modified);
      const [, day = '', month = '', year = '', time = ''] = modified.split(' ');
      const weekday = date.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
      const rfc850 = `${weekday}, ${day}-${month}-${year.slice(2)} ${time} GMT`;
      const asctime = `${modified.slice(0, 3)} ${month} ${day.replace(/^0/, ' ')} ${time} ${year}`;
      for (const field of [modified, rfc850, asctime])
        expect([field, (await request({ 'If-Modified-Since': field })).status]).toEqual([field, 304]);
      expect((await request({ 'If-Modified-Since': LONG_AGO })).status).toBe(200);
    }),
  },
  {
    section: '9110 §5.6.7',
    level: 'MUST',
    requires: 'treats a two-digit year that would be more than 50 years ahead as past',
    holds: onFile(async ({ request }) => {
      const thisYear = new Date().getUTCFullYear();
      const ask = async (year: number): Promise<number> =>
        (await request({ 'If-Modified-Since': `Monday, 06-Nov-${String(year).slice(2)} 08:49:37 GMT` }))
          .status;
      expect([await ask(thisYear + 40), await ask(thisYear + 60)]).toEqual([304, 200]);
    }),
  },
  {
    section: '9110 §13.1.1',
    level: 'MUST',
    requires: 'compares strongly for If-Match, and responds with 412 if no tag matches',
    holds: onFile(async ({ etag, request }) => {
      expect((await request({ 'If-Match': '"x"' })).status).toBe(412);
      expect((await request({ 'If-Match': '*' })).status).toBe(200);
      expect((await request({ 'If-Match': `W/${strong(etag)}` })).status).toBe(412);
      expect((await request({ 'If-Match': etag })).status).toBe(etag.startsWith('W/') ? 412 : 200);
    }),
  },
  {
    section: '9110 §13.1.4',
    level: 'MUST',
    requires: 'responds with 412 if it was modified since If-Unmodified-Since',
    holds: onFile(async ({ modified, request }) => {
      expect((await request({ 'If-Unmodified-Since': LONG_AGO })).status).toBe(412);
      expect((await request({ 'If-Unmodified-Since': modified })).status).toBe(200);
    }),
  },
  {
    section: '9110 §13.1.4',
    level: 'MUST',
    requires: 'ignores an If-Unmodified-Since that is not a valid date, or comes with If-Match',
    holds: onFile(async ({ request }) => {
      expect((await request({ 'If-Unmodified-Since': 'long ago' })).status).toBe(200);
      expect((await request({ 'If-Unmodified-Since': `${LONG_AGO}, ${LONG_AGO}` })).status).toBe(200);
      expect((await request({ 'If-Unmodified-Since': LONG_AGO, 'If-Match': '*' })).status).toBe(200);
    }),
  },
  {
    section: '9110 §13.2.1',
    level: 'MUST',
    requires: 'ignores preconditions if the response without them is neither 2xx nor 412',
    holds: onFile(async ({ request }) => {
      expect((await request({ 'If-None-Match': '*' }, 'GET', '/none')).status).toBe(404);
      expect((await request({ 'If-Match': '"x"' }, 'GET', '/none')).status).toBe(404);
    }),
  },
  {
    section: '9110 §13.2.1',
    level: 'MUST',
    requires: 'ignores preconditions with a method that neither selects nor changes a representation',
    holds: onFile(async ({ request }) => {
      const { status } = await request({}, 'OPTIONS');
      for (const fields of [
        { 'If-Match': '"x"' },
        { 'If-None-Match': '*' },
        { 'If-Unmodified-Since': LONG_AGO },
      ])
        expect((await request(fields, 'OPTIONS')).status).toBe(status);
    }),
  },
  {
    section: '9110 §13.2.2',
    level: 'MUST',
    requires: 'evaluates If-Match before If-None-Match, and both before ranges',
    holds: onFile(async ({ etag, request }) => {
      expect((await request({ 'If-Match': '"x"', 'If-None-Match': etag })).status).toBe(412);
      expect((await request({ 'If-None-Match': etag, Range: 'bytes=0-1' })).status).toBe(304);
      expect((await request({ 'If-Match': '"x"', Range: 'bytes=0-1' })).status).toBe(412);
    }),
  },
];

export const conditionals: RuleGroup = { title: 'Conditional requests', rules };
