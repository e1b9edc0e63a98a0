import { textBody } from '@nextpress/body';
import { post, postChunks } from '@nextpress-internal/test-kit';
import { text } from 'body-parser';
import { describe, expect, test } from 'vitest';
import { lanes, outcomeOf } from './lanes.ts';

const TEXT = 'Content-Type: text/plain';

describe.each(Object.keys(lanes))('in %s', (lane) => {
  test('textBody decodes the charset, even if a character is split over two chunks', async () => {
    expect(await outcomeOf(textBody(), post([TEXT], 'é😀'), lane)).toEqual({ body: 'é😀' });
    const bytes = Buffer.from('é😀');
    const chunks = Array.from(bytes, (byte) => Buffer.from([byte]));
    expect(await outcomeOf(textBody(), postChunks([TEXT], chunks), lane)).toEqual({ body: 'é😀' });
    const cyrillic = Buffer.from([0xf0, 0xd2, 0xc9]);
    expect(await outcomeOf(textBody(), post([`${TEXT}; charset="KOI8-R"`], cyrillic), lane)).toEqual({
      body: 'При',
    });
    expect(await outcomeOf(textBody({ defaultCharset: 'koi8-r' }), post([TEXT], cyrillic), lane)).toEqual({
      body: 'При',
    });
  });

  test('textBody refuses an unknown charset with 415 and decodes invalid bytes to U+FFFD', async () => {
    expect(await outcomeOf(textBody(), post([`${TEXT}; charset=klingon`], 'a'), lane)).toEqual({
      status: 415,
      code: 'ERR_CHARSET',
      type: 'charset.unsupported',
    });
    expect(await outcomeOf(textBody(), post([TEXT], Buffer.from([0xff])), lane)).toEqual({ body: '\ufffd' });
  });
});

test.each([
  'utf-8',
  'utf-16le',
  'utf-16',
  'iso-8859-1',
  'koi8-r',
  'windows-1251',
  'windows-1252',
  'shift_jis',
  'gbk',
  'euc-kr',
])('text in %s is what it is to body-parser', async (charset) => {
  // Characters that all of these charsets have.
  const ascii = Buffer.from('Hello, {1}\r\n', charset.startsWith('utf-16') ? 'utf16le' : 'latin1');
  const request = post([`${TEXT}; charset=${charset}`], ascii);
  expect(await outcomeOf(textBody(), request)).toEqual(await outcomeOf(text(), request));
  if (charset.startsWith('utf') || charset.length > 10 || /jis|gbk|kr/.test(charset)) return;
  const allBytes = Buffer.from(Array.from({ length: 96 }, (_, index) => 0xa0 + index));
  const upper = post([`${TEXT}; charset=${charset}`], allBytes);
  expect(await outcomeOf(textBody(), upper)).toEqual(await outcomeOf(text(), upper));
});
