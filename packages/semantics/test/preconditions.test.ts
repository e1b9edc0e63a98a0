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

    test('makes If-Unmodified-Since count for nothing', () => {
      const fields = { 'if-match': '"a"', 'if-unmodified-since': at(TIME - 1000) };
      expect(evaluatePreconditions('PUT', fields, { entityTag: '"a"', lastModified: TIME })).toBe('proceed');
    });
  });

  describe('If-Unmodified-Since', () => {
    test.each([
      [at(TIME), 'proceed'],
      [at(TIME + 1000), 'proceed'],
      [at(TIME - 1000), 'precondition-failed'],
      ['garbage', 'proceed'],
    ])('%s: %s', (field, result) => {
      const fields = { 'if-unmodified-since': field };
      expect(evaluatePreconditions('PUT', fields, { lastModified: TIME })).toBe(result);
    });

    test('is ignored when the date of the last change is not known', () => {
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
    ])('%s: %s when reading, %s when writing', (field, reading, writing) => {
      const fields = { 'if-none-match': field };
      expect(evaluatePreconditions('GET', fields, { entityTag: '"a"' })).toBe(reading);
      expect(evaluatePreconditions('HEAD', fields, { entityTag: '"a"' })).toBe(reading);
      expect(evaluatePreconditions('PUT', fields, { entityTag: '"a"' })).toBe(writing);
    });

    test('makes If-Modified-Since count for nothing', () => {
      const fields = { 'if-none-match': '"b"', 'if-modified-since': at(TIME) };
      expect(evaluatePreconditions('GET', fields, { entityTag: '"a"', lastModified: TIME })).toBe('proceed');
    });
  });

  describe('If-Modified-Since', () => {
    test.each([
      [at(TIME), 'not-modified'],
      [at(TIME + 1000), 'not-modified'],
      [at(TIME - 1000), 'proceed'],
      ['garbage', 'proceed'],
    ])('%s: %s', (field, result) => {
      expect(evaluatePreconditions('GET', { 'if-modified-since': field }, { lastModified: TIME })).toBe(
        result,
      );
    });

    test('does not see fractions of a second', () => {
      const fields = { 'if-modified-since': at(TIME) };
      expect(evaluatePreconditions('GET', fields, { lastModified: TIME + 999 })).toBe('not-modified');
    });

    test('counts for GET and HEAD only', () => {
      const fields = { 'if-modified-since': at(TIME) };
      expect(evaluatePreconditions('HEAD', fields, { lastModified: TIME })).toBe('not-modified');
      expect(evaluatePreconditions('POST', fields, { lastModified: TIME })).toBe('proceed');
    });
  });

  test('reads a field that came as a list', () => {
    expect(evaluatePreconditions('GET', { 'if-none-match': ['"b"', '"a"'] }, { entityTag: '"a"' })).toBe(
      'not-modified',
    );
  });

  // Two differences on purpose: fresh reads unquoted tags, and takes Cache-Control: no-cache for an order to send the
  // content, where RFC 9111 §5.2.1.4 asks for validation.
  test('agrees with the fresh package on GET with well-formed fields', () => {
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
          const fields = {
            'if-none-match': ifNoneMatch,
            'if-modified-since': since === undefined ? undefined : at(since),
          };
          const theirs = fresh(fields, {
            etag: entityTag,
            'last-modified': lastModified === undefined ? undefined : at(lastModified),
          });
          const ours = evaluatePreconditions('GET', fields, { entityTag, lastModified });
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

  test('is false without the validator that the field names', () => {
    expect(rangeApplies('"a"', { lastModified: TIME })).toBe(false);
    expect(rangeApplies(at(TIME), { entityTag: '"a"' })).toBe(false);
    expect(rangeApplies('W/"a"', { entityTag: 'W/"a"' })).toBe(false);
  });
});
