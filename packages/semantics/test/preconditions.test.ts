import fc from 'fast-check';
import fresh from 'fresh';
import { describe, expect, test } from 'vitest';
import { formatHttpDate } from '../src/http-date.ts';
import { evaluatePreconditions, rangeApplies } from '../src/preconditions.ts';

const TIME = 784_111_777_000;
const at = formatHttpDate;

describe('evaluatePreconditions', () => {
  test('proceeds without conditions', () => {
    expect(evaluatePreconditions('GET', {}, { entityTag: '"a"', lastModified: TIME })).toBe('proceed');
  });

  describe('If-Match', () => {
    test.each([
      ['"a"', '"a"', 'proceed'],
      ['"b", "a"', '"a"', 'proceed'],
      ['*', '"a"', 'proceed'],
      ['*', undefined, 'proceed'],
      ['"b"', '"a"', 'precondition-failed'],
      ['W/"a"', 'W/"a"', 'precondition-failed'],
      ['"a"', undefined, 'precondition-failed'],
      ['garbage', '"a"', 'precondition-failed'],
    ])('%s against %s: %s', (ifMatch, entityTag, result) => {
      expect(evaluatePreconditions('PUT', { 'if-match': ifMatch }, { entityTag })).toBe(result);
      expect(evaluatePreconditions('GET', { 'if-match': ifMatch }, { entityTag })).toBe(result);
    });

    test('takes precedence over If-Unmodified-Since', () => {
      const headers = { 'if-match': '"a"', 'if-unmodified-since': at(TIME - 1000) };
      expect(evaluatePreconditions('PUT', headers, { entityTag: '"a"', lastModified: TIME })).toBe('proceed');
    });
  });

  describe('If-Unmodified-Since', () => {
    test.each([
      [at(TIME), 'proceed'],
      [at(TIME + 1000), 'proceed'],
      [at(TIME - 1000), 'precondition-failed'],
      ['garbage', 'proceed'],
    ])('%s: %s', (header, result) => {
      const headers = { 'if-unmodified-since': header };
      expect(evaluatePreconditions('PUT', headers, { lastModified: TIME })).toBe(result);
    });

    test('is ignored when the modification date is unknown', () => {
      expect(evaluatePreconditions('PUT', { 'if-unmodified-since': at(TIME) }, {})).toBe('proceed');
    });
  });

  describe('If-None-Match', () => {
    test.each([
      ['"a"', 'not-modified', 'precondition-failed'],
      ['W/"a"', 'not-modified', 'precondition-failed'],
      ['"b", W/"a"', 'not-modified', 'precondition-failed'],
      ['*', 'not-modified', 'precondition-failed'],
      ['"b"', 'proceed', 'proceed'],
      ['a', 'proceed', 'proceed'],
      ['', 'proceed', 'proceed'],
    ])('%s: %s when reading, %s when writing', (header, reading, writing) => {
      const headers = { 'if-none-match': header };
      expect(evaluatePreconditions('GET', headers, { entityTag: '"a"' })).toBe(reading);
      expect(evaluatePreconditions('HEAD', headers, { entityTag: '"a"' })).toBe(reading);
      expect(evaluatePreconditions('PUT', headers, { entityTag: '"a"' })).toBe(writing);
    });

    test('takes precedence over If-Modified-Since', () => {
      const headers = { 'if-none-match': '"b"', 'if-modified-since': at(TIME) };
      expect(evaluatePreconditions('GET', headers, { entityTag: '"a"', lastModified: TIME })).toBe('proceed');
    });
  });

  describe('If-Modified-Since', () => {
    test.each([
      [at(TIME), 'not-modified'],
      [at(TIME + 1000), 'not-modified'],
      [at(TIME - 1000), 'proceed'],
      ['garbage', 'proceed'],
    ])('%s: %s', (header, result) => {
      expect(evaluatePreconditions('GET', { 'if-modified-since': header }, { lastModified: TIME })).toBe(
        result,
      );
    });

    test('ignores fractions of a second', () => {
      const headers = { 'if-modified-since': at(TIME) };
      expect(evaluatePreconditions('GET', headers, { lastModified: TIME + 999 })).toBe('not-modified');
    });

    test('applies to GET and HEAD only', () => {
      const headers = { 'if-modified-since': at(TIME) };
      expect(evaluatePreconditions('HEAD', headers, { lastModified: TIME })).toBe('not-modified');
      expect(evaluatePreconditions('POST', headers, { lastModified: TIME })).toBe('proceed');
    });
  });

  test('joins headers that were sent more than once', () => {
    expect(evaluatePreconditions('GET', { 'if-none-match': ['"b"', '"a"'] }, { entityTag: '"a"' })).toBe(
      'not-modified',
    );
  });

  // Intended differences: fresh accepts unquoted tags, and sends the content for Cache-Control: no-cache, which only requires
  // validation (RFC 9111 §5.2.1.4).
  test('agrees with the fresh package on GET with well-formed headers', () => {
    const tag = fc.constantFrom('"a"', 'W/"a"', '"b"', 'W/"b"');
    const list = fc.oneof(
      fc.constant('*'),
      fc.array(tag, { minLength: 1, maxLength: 3 }).map((tags) => tags.join(', ')),
    );
    const time = fc.constantFrom(TIME - 1000, TIME, TIME + 1000);
    const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
      fc.option(value, { nil: undefined });
    fc.assert(
      fc.property(
        maybe(list),
        maybe(time),
        maybe(tag),
        maybe(time),
        (ifNoneMatch, since, entityTag, lastModified) => {
          const headers = {
            'if-none-match': ifNoneMatch,
            'if-modified-since': since === undefined ? undefined : at(since),
          };
          const theirs = fresh(headers, {
            etag: entityTag,
            'last-modified': lastModified === undefined ? undefined : at(lastModified),
          });
          const ours = evaluatePreconditions('GET', headers, { entityTag, lastModified });
          expect(ours).toBe(theirs ? 'not-modified' : 'proceed');
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('rangeApplies', () => {
  test.each([
    [undefined, true],
    ['"a"', true],
    ['"b"', false],
    ['W/"a"', false],
    [at(TIME), true],
    [at(TIME + 1000), false],
    [at(TIME - 1000), false],
    ['garbage', false],
    ['', false],
  ])('If-Range %j: %s', (ifRange, expected) => {
    expect(rangeApplies(ifRange, { entityTag: '"a"', lastModified: TIME + 500 })).toBe(expected);
  });

  test('is false without a validator to compare with, and for a weak entity tag', () => {
    expect(rangeApplies('"a"', { lastModified: TIME })).toBe(false);
    expect(rangeApplies(at(TIME), { entityTag: '"a"' })).toBe(false);
    expect(rangeApplies('W/"a"', { entityTag: 'W/"a"' })).toBe(false);
  });
});
