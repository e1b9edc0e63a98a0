import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Head } from '../../../src/internal/head/head.ts';
import { rawFields } from '../../../src/internal/head/head-fields.ts';
import { ORDINARY } from '../../../src/internal/head/outcome.ts';
import { letGo, recognise } from '../../../src/internal/head/recognise.ts';
import { forgetHead, readRepeated, readTexts } from '../../../src/internal/head/repeated-head.ts';
import type { NodeBuffer } from '../../../src/internal/node/node-internals.ts';

const LIMIT = 16_384;

const octetsOf = (text: string): NodeBuffer => Buffer.from(text, 'latin1') as NodeBuffer;
const headOf = (target: string, ...fields: string[]): string =>
  `GET ${target} HTTP/1.1\r\nHost: localhost\r\n${fields.map((field) => `${field}\r\n`).join('')}\r\n`;

interface Read {
  readonly method: string;
  readonly url: string;
  readonly rawHeaders: string[];
  readonly end: number;
  readonly contentLength: number;
  readonly fields: number;
}

/** What is read at a place, and whether it was known. */
function read(octets: NodeBuffer, start = 0): Read & { readonly isKnown: boolean } {
  const head = new Head();
  const isKnown = readRepeated(octets, start, LIMIT, head);
  if (!isKnown) {
    expect(recognise(octets, start, LIMIT, head)).toBe(ORDINARY);
    readTexts(octets, start, head);
  }
  letGo();
  const { method, url, lines, end, contentLength, fields } = head;
  return { method, url, rawHeaders: rawFields(lines, 0), end, contentLength, fields, isKnown };
}

beforeEach(forgetHead);
afterEach(forgetHead);

test('a head that has come twice is known when it comes again, wherever it stands', () => {
  const text = headOf('/a?b', 'Accept: text/html', 'X-A:  spaces ');
  const one = read(octetsOf(text));
  expect([one.isKnown, read(octetsOf(text)).isKnown]).toEqual([false, false]);
  const other = headOf('/other');
  const again = read(octetsOf(`${other}${text}${other}`), other.length);
  expect(again).toEqual({ ...one, end: one.end + other.length, isKnown: true });
});

test('a head that has come once leaves nothing behind, and one of another kind takes no place', () => {
  const text = headOf('/a');
  for (let i = 0; i < 3; i++) read(octetsOf(text));
  read(octetsOf(headOf('/b', 'X-A: once')));
  expect(read(octetsOf(text)).isKnown).toBe(true);
});

test('what differs in one octet, or is cut short, is not the same', () => {
  const text = headOf('/a', 'X-A: value');
  for (let i = 0; i < 3; i++) read(octetsOf(text));
  for (let at = 0; at < text.length; at++) {
    const octets = octetsOf(text);
    octets.writeUInt8((octets.readUInt8(at) + 1) & 0xff, at);
    expect(readRepeated(octets, 0, LIMIT, new Head())).toBe(false);
    expect(readRepeated(octetsOf(text.slice(0, at)), 0, LIMIT, new Head())).toBe(false);
  }
});

test('a head that is longer than the limit is not known', () => {
  const text = headOf('/a');
  for (let i = 0; i < 3; i++) read(octetsOf(text));
  expect(readRepeated(octetsOf(text), 0, text.length, new Head())).toBe(false);
  expect(readRepeated(octetsOf(text), 0, text.length + 1, new Head())).toBe(true);
});

test('a long head is never remembered, and any is forgotten when told', () => {
  const long = headOf('/a', `X-A: ${'a'.repeat(3_000)}`);
  for (let i = 0; i < 3; i++) expect(read(octetsOf(long)).isKnown).toBe(false);
  const text = headOf('/a');
  for (let i = 0; i < 3; i++) read(octetsOf(text));
  forgetHead();
  expect(read(octetsOf(text)).isKnown).toBe(false);
});

test('each request gets a list of fields of its own', () => {
  const text = headOf('/a');
  for (let i = 0; i < 2; i++) read(octetsOf(text));
  const head = new Head();
  expect(readRepeated(octetsOf(text), 0, LIMIT, head)).toBe(true);
  head.known?.rawFields().push('X-A', 'mine');
  expect(head.known?.rawFields()).toEqual(['Host', 'localhost']);
});

describe('beside the recogniser alone', () => {
  const head = fc.record({
    target: fc.constantFrom('/', '/a', '/b?c=d'),
    value: fc.constantFrom('', 'a', 'b', 'aa', '\xff'),
    length: fc.constantFrom(0, 3, 4),
  });

  test('pipelined heads are read in the same way', () => {
    fc.assert(
      fc.property(fc.array(head, { minLength: 1, maxLength: 12 }), (heads) => {
        forgetHead();
        const texts = heads.map(
          ({ target, value, length }) =>
            `POST ${target} HTTP/1.1\r\nHost: a\r\nX: ${value}\r\nContent-Length: ${length}\r\n\r\n${'.'.repeat(length)}`,
        );
        const octets = octetsOf(texts.join(''));
        let at = 0;
        for (const [index, { target, length }] of heads.entries()) {
          const plain = new Head();
          letGo();
          expect(recognise(octets, at, LIMIT, plain)).toBe(ORDINARY);
          const one = read(octets, at);
          expect(one).toMatchObject({
            method: 'POST',
            url: target,
            end: plain.end,
            contentLength: length,
            fields: 3,
          });
          expect(one.rawHeaders.slice(0, 2)).toEqual(['Host', 'a']);
          expect(one.rawHeaders).toEqual(
            rawFields(octets.toString('latin1', plain.fieldsStart, plain.end), 0),
          );
          at += texts[index]?.length ?? 0;
        }
      }),
    );
  });
});
