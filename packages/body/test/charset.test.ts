import { expect, test } from 'vitest';
import { charsetOf } from '../src/charset.ts';

const bigEndian = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
const decode = (bytes: Buffer, name: string): string | undefined => charsetOf(name)?.decode(bytes);

test('charsetOf finds charsets by their labels in lower case', () => {
  for (const label of [
    'utf-8',
    'unicode-1-1-utf-8',
    'utf-16le',
    'utf-32',
    'iso-8859-1',
    'cp1252',
    'koi8-r',
  ]) {
    expect(charsetOf(label)?.name).toBe(label);
  }
  for (const unknown of ['utf-7', '', 'constructor', 'x'.repeat(10_000)]) {
    expect(charsetOf(unknown)).toBeUndefined();
  }
});

test('UTF-8 is decoded without its byte order mark', () => {
  expect(decode(Buffer.from('"é😀"'), 'utf-8')).toBe('"é😀"');
  expect(decode(Buffer.from('\ufeff[1]'), 'utf-8')).toBe('[1]');
  expect(decode(Buffer.alloc(0), 'utf-8')).toBe('');
});

test('UTF-16 is decoded in the byte order of its label or byte order mark', () => {
  expect(decode(Buffer.from('"é😀"', 'utf16le'), 'utf-16le')).toBe('"é😀"');
  expect(decode(bigEndian('"é😀"'), 'utf-16be')).toBe('"é😀"');
  expect(decode(Buffer.from('\ufeff[1]', 'utf16le'), 'utf-16')).toBe('[1]');
  expect(decode(bigEndian('\ufeff[1]'), 'utf-16')).toBe('[1]');
  expect(decode(Buffer.from('[1]', 'utf16le'), 'utf-16')).toBe('[1]');
});

test('ISO-8859-1 decodes each byte to the character with that code', () => {
  const allBytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  expect(decode(allBytes, 'iso-8859-1')).toBe(String.fromCharCode(...allBytes));
});

test('UTF-16 and UTF-32 without a mark are decoded in the order with the most characters below 256', () => {
  expect(decode(bigEndian('[1]'), 'utf-16')).toBe('[1]');
  const utf32 = Buffer.from([0, 0, 0, 0x5b, 0, 1, 0xf6, 0, 0, 0, 0, 0x5d]);
  expect(decode(utf32, 'utf-32')).toBe('[\u{1f600}]');
  expect(decode(utf32, 'utf-32be')).toBe('[\u{1f600}]');
  expect(decode(Buffer.from(utf32).swap32(), 'utf-32')).toBe('[\u{1f600}]');
  expect(decode(utf32, 'utf-32le')).toBe('\ufffd\ufffd\ufffd');
});

test('charsetOf finds the charsets of TextDecoder', () => {
  expect(decode(Buffer.from([0xf0, 0xd2, 0xc9]), 'koi8-r')).toBe('При');
  expect(decode(Buffer.from([0x41, 0x80, 0x81, 0x9f, 0xe9]), 'cp1252')).toBe('A€\ufffdŸé');
});

test('invalid bytes become U+FFFD', () => {
  expect(decode(Buffer.from([0x22, 0xff, 0x22]), 'utf-8')).toBe('"\ufffd"');
  expect(decode(Buffer.from([0xc3]), 'utf-8')).toBe('\ufffd');
  expect(decode(Buffer.from([0x22, 0x00, 0x22]), 'utf-16le')).toBe('"');
  expect(decode(Buffer.from([0x41, 0xe9]), 'us-ascii')).toBe('A\ufffd');
});
