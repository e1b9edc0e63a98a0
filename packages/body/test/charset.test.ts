import { expect, test } from 'vitest';
import { charsetOf } from '../src/charset.ts';

const bigEndian = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
const decode = (bytes: Buffer, name: string): string | undefined => charsetOf(name)?.decode(bytes);

test('charsets are known by their names in any case, and have one name each', () => {
  expect(charsetOf('UTF-8')?.name).toBe('utf-8');
  expect(charsetOf('utf8')?.name).toBe('utf-8');
  expect(charsetOf('unicode-1-1-utf-8')?.name).toBe('utf-8');
  expect(charsetOf('Utf-16LE')?.name).toBe('utf-16le');
  expect(charsetOf('ISO-8859-1')?.name).toBe('iso-8859-1');
  expect(charsetOf('latin1')?.name).toBe('iso-8859-1');
  expect(charsetOf('cp1252')?.name).toBe('windows-1252');
  expect(charsetOf('KOI8-R')?.name).toBe('koi8-r');
  for (const unknown of ['utf-32', 'utf-7', '', 'constructor', 'x'.repeat(10_000)]) {
    expect(charsetOf(unknown)).toBeUndefined();
  }
});

test('UTF-8 is decoded without its byte order mark', () => {
  expect(decode(Buffer.from('"é😀"'), 'utf-8')).toBe('"é😀"');
  expect(decode(Buffer.from('\ufeff[1]'), 'utf-8')).toBe('[1]');
  expect(decode(Buffer.alloc(0), 'utf-8')).toBe('');
});

test('UTF-16 is decoded in both orders, by name or by mark', () => {
  expect(decode(Buffer.from('"é😀"', 'utf16le'), 'utf-16le')).toBe('"é😀"');
  expect(decode(bigEndian('"é😀"'), 'utf-16be')).toBe('"é😀"');
  expect(decode(Buffer.from('\ufeff[1]', 'utf16le'), 'utf-16')).toBe('[1]');
  expect(decode(bigEndian('\ufeff[1]'), 'utf-16')).toBe('[1]');
  expect(decode(Buffer.from('[1]', 'utf16le'), 'utf-16')).toBe('[1]');
});

test('of ISO-8859-1 each octet is the character of that number', () => {
  const octets = Buffer.from(Array.from({ length: 256 }, (_, octet) => octet));
  expect(decode(octets, 'iso-8859-1')).toBe(String.fromCharCode(...octets));
});

test('others are those of TextDecoder', () => {
  expect(decode(Buffer.from([0xf0, 0xd2, 0xc9]), 'koi8-r')).toBe('При');
  expect(decode(Buffer.from([0x41, 0x80, 0x81, 0x9f, 0xe9]), 'cp1252')).toBe('A€\x81Ÿé');
});

test('bytes that are no text are not replaced by a guess', () => {
  expect(decode(Buffer.from([0x22, 0xff, 0x22]), 'utf-8')).toBeUndefined();
  expect(decode(Buffer.from([0xc3]), 'utf-8')).toBeUndefined();
  expect(decode(Buffer.from([0x22, 0x00, 0x22]), 'utf-16le')).toBeUndefined();
  expect(decode(Buffer.from([0x00, 0xd8]), 'utf-16le')).toBeUndefined();
});
