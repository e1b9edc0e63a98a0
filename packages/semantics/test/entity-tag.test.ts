import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fileEntityTag,
  isEntityTag,
  parseEntityTagList,
  strongCompare,
  strongEntityTag,
  weakCompare,
  weakEntityTag,
} from '../src/entity-tag.ts';

const ENTITY_TAG = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/;

describe('entity tags of bodies and files', () => {
  test('agree with the etag package', () => {
    expect(strongEntityTag('')).toBe('"0-2jmj7l5rSw0yVb/vlWAYkK/YBwk"');
    expect(weakEntityTag('')).toBe('W/"0-2jmj7l5rSw0yVb/vlWAYkK/YBwk"');
    expect(strongEntityTag('hello')).toBe('"5-qvTGHdzF6KLavt4PO0gs2a6pQ00"');
  });

  test('are the same for a string and its bytes', () => {
    expect(strongEntityTag('é')).toBe(strongEntityTag(new Uint8Array([0xc3, 0xa9])));
    expect(strongEntityTag('é')).toMatch(/^"2-/);
  });

  test('change with the size and modification time of a file', () => {
    const tag = fileEntityTag({ size: 10, mtimeMs: 1_700_000_000_000.5 });
    expect(tag).toBe('W/"a-18bcfe56800"');
    expect(fileEntityTag({ size: 11, mtimeMs: 1_700_000_000_000 })).not.toBe(tag);
    expect(fileEntityTag({ size: 10, mtimeMs: 1_700_000_000_001 })).not.toBe(tag);
  });

  test('match the grammar', () => {
    fc.assert(
      fc.property(fc.string(), (body) => {
        expect(weakEntityTag(body)).toMatch(ENTITY_TAG);
      }),
    );
    fc.assert(
      fc.property(fc.nat(), fc.double({ min: -1e13, max: 1e13, noNaN: true }), (size, mtimeMs) => {
        expect(fileEntityTag({ size, mtimeMs })).toMatch(ENTITY_TAG);
      }),
    );
  });
});

describe('strongCompare and weakCompare (RFC 9110 §8.8.3.2)', () => {
  test.each([
    ['W/"1"', 'W/"1"', false, true],
    ['W/"1"', 'W/"2"', false, false],
    ['W/"1"', '"1"', false, true],
    ['"1"', '"1"', true, true],
    ['"1"', '"2"', false, false],
  ])('%s and %s: strong %s, weak %s', (a, b, strong, weak) => {
    expect([strongCompare(a, b), strongCompare(b, a)]).toEqual([strong, strong]);
    expect([weakCompare(a, b), weakCompare(b, a)]).toEqual([weak, weak]);
  });
});

describe('parseEntityTagList', () => {
  test.each([
    ['"a"', ['"a"']],
    ['"a", W/"b"', ['"a"', 'W/"b"']],
    [' ,"a",,\t"b" , ', ['"a"', '"b"']],
    ['"a,b"', ['"a,b"']],
    ['""', ['""']],
    ['"é"', ['"é"']],
    ['', []],
    ['a, "b"', ['"b"']],
    ['w/"a", "b"', ['"b"']],
    ['"a"x, "b"', ['"b"']],
    ['"a" "c", "b"', ['"b"']],
    ['"a b", "c"', ['"c"']],
    ['"a', []],
    ['W/', []],
    ['W', []],
    ['"a", *', ['"a"']],
  ])('reads %j', (value, tags) => {
    expect(parseEntityTagList(value)).toEqual(tags);
  });

  test('parses an asterisk', () => {
    expect(parseEntityTagList('*')).toBe('*');
    expect(parseEntityTagList(' *\t')).toBe('*');
  });

  test('parses every list of tags', () => {
    const tag = fc
      .tuple(fc.boolean(), fc.stringMatching(/^[\x21\x23-\x7e\x80-\xff]{0,10}$/))
      .map(([weak, opaque]) => `${weak ? 'W/' : ''}"${opaque}"`);
    const separator = fc.constantFrom(',', ', ', ' , ', ',,', '\t,');
    fc.assert(
      fc.property(fc.array(tag), separator, (tags, between) => {
        expect(parseEntityTagList(tags.join(between))).toEqual(tags);
      }),
    );
  });

  test('returns only entity tags for any input', () => {
    const piece = fc.constantFrom('"', ',', ' ', 'W/', 'a', '*', '\\', '\u007f', 'é');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const tags = parseEntityTagList(pieces.join(''));
        if (tags !== '*') for (const tag of tags) expect(tag).toMatch(ENTITY_TAG);
      }),
      { numRuns: 2000 },
    );
  });
});

test.each([
  ['"a"', true],
  ['W/"a"', true],
  ['""', true],
  ['"a,b"', true],
  ['', false],
  ['a', false],
  ['"a', false],
  ['"a" ', false],
  ['"a", "b"', false],
  ['w/"a"', false],
  ['"a b"', false],
])('isEntityTag(%j) is %j', (text, expected) => {
  expect(isEntityTag(text)).toBe(expected);
});
