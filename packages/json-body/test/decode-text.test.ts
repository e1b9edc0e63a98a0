import { expect, test } from 'vitest';
import { charsetOf, decodeText } from '../src/decode-text.ts';

const bigEndian = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

test('charsets are known by their names in any case', () => {
  expect(charsetOf(undefined)).toBe('utf-8');
  expect(charsetOf('UTF-8')).toBe('utf-8');
  expect(charsetOf('utf8')).toBe('utf-8');
  expect(charsetOf('Utf-16LE')).toBe('utf-16le');
  expect(charsetOf('iso-8859-1')).toBeUndefined();
  expect(charsetOf('utf-32')).toBeUndefined();
  expect(charsetOf('')).toBeUndefined();
});

test('UTF-8 is decoded without its byte order mark', () => {
  expect(decodeText(Buffer.from('"é😀"'), 'utf-8')).toBe('"é😀"');
  expect(decodeText(Buffer.from('\ufeff[1]'), 'utf-8')).toBe('[1]');
  expect(decodeText(Buffer.alloc(0), 'utf-8')).toBe('');
});

test('UTF-16 is decoded in both orders, by name or by mark', () => {
  expect(decodeText(Buffer.from('"é😀"', 'utf16le'), 'utf-16le')).toBe('"é😀"');
  expect(decodeText(bigEndian('"é😀"'), 'utf-16be')).toBe('"é😀"');
  expect(decodeText(Buffer.from('\ufeff[1]', 'utf16le'), 'utf-16')).toBe('[1]');
  expect(decodeText(bigEndian('\ufeff[1]'), 'utf-16')).toBe('[1]');
  expect(decodeText(Buffer.from('[1]', 'utf16le'), 'utf-16')).toBe('[1]');
});

test('bytes that are no text are not replaced by a guess', () => {
  expect(decodeText(Buffer.from([0x22, 0xff, 0x22]), 'utf-8')).toBeUndefined();
  expect(decodeText(Buffer.from([0xc3]), 'utf-8')).toBeUndefined();
  expect(decodeText(Buffer.from([0x22, 0x00, 0x22]), 'utf-16le')).toBeUndefined();
  expect(decodeText(Buffer.from([0x00, 0xd8]), 'utf-16le')).toBeUndefined();
});
