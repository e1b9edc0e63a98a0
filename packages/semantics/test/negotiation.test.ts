import fc from 'fast-check';
import Negotiator from 'negotiator';
import { describe, expect, test } from 'vitest';
import { acceptedMediaRanges, preferredEncoding, preferredMediaType } from '../src/negotiation.ts';

describe('preferredMediaType', () => {
  const offers = ['application/json', 'text/html', 'text/plain'];

  test.each([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['text/html', 'text/html'],
    ['TEXT/HTML', 'text/html'],
    ['text/*', 'text/html'],
    ['text/html, application/json', 'text/html'],
    ['text/html;q=0.5, application/json;q=0.9', 'application/json'],
    ['text/*;q=0.9, text/html;q=0.1, */*;q=0.5', 'text/plain'],
    ['*/*, application/json;q=0', 'text/html'],
    ['image/png', undefined],
    ['application/json;q=0', undefined],
    ['', undefined],
    [',', undefined],
    ['garbage', undefined],
    ['garbage, text/plain', 'text/plain'],
    ['text/html;q=abc, text/plain;q=0.1', 'text/plain'],
    ['text/html;q=2, text/plain;q=0.1', 'text/plain'],
    // Sent by browsers and by Java's HTTP client.
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html'],
    ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', 'text/html'],
    ['text/plain;x=",";q=0.5, text/html;q=0.1', 'text/html'],
  ])('returns the best offer for %j: %j', (accept, expected) => {
    expect(preferredMediaType(accept, offers)).toBe(expected);
  });

  test('compares parameters before and after the weight', () => {
    const levels = ['text/html;level=2', 'text/html;level=1', 'text/html'];
    expect(preferredMediaType('text/html;level=1', levels)).toBe('text/html;level=1');
    expect(preferredMediaType('text/html;q=0.5;level=1, text/html;q=0.4', levels)).toBe('text/html;level=1');
    expect(preferredMediaType('text/html;level=3', levels)).toBeUndefined();
  });

  test('returns the offer unchanged', () => {
    expect(preferredMediaType('text/html', ['Text/HTML; charset=utf-8'])).toBe('Text/HTML; charset=utf-8');
  });

  test('returns undefined without offers', () => {
    expect(preferredMediaType(undefined, [])).toBeUndefined();
  });

  test('throws for an offer that is not a media type', () => {
    expect(() => preferredMediaType('*/*', ['json'])).toThrow(TypeError);
  });

  // Intended differences, which the generated headers do not contain: negotiator accepts malformed elements, and uses the position of
  // the last of two equal ranges.
  test('agrees with the negotiator package', () => {
    const essence = fc.constantFrom(
      'text/html',
      'text/plain',
      'text/*',
      'application/json',
      'application/*',
      '*/*',
    );
    const weight = fc.constantFrom('', ';q=0', ';q=0.2', ';q=0.5', '; q=0.999', ';q=1', ';q=1.000');
    const parameter = fc.constantFrom('', '', ';level=1', ';level="1"', ';level=2;a=b');
    const ranges = fc.uniqueArray(fc.tuple(essence, parameter, weight), {
      maxLength: 6,
      selector: ([name, extra]) => name + extra.replaceAll('"', ''),
    });
    const offered = fc.uniqueArray(
      fc.constantFrom('text/html', 'text/html;level=1', 'text/plain', 'application/json', 'image/png'),
      { minLength: 1, maxLength: 5 },
    );
    fc.assert(
      fc.property(ranges, offered, (elements, types) => {
        const accept = elements.map((parts) => parts.join('')).join(', ');
        const theirs = new Negotiator({ headers: { accept } }).mediaType(types);
        expect(preferredMediaType(accept, types)).toBe(theirs);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('acceptedMediaRanges', () => {
  test.each([
    [undefined, ['*/*']],
    ['', []],
    ['text/*;q=.5, application/json, text/html;level=1;q=0.5', ['application/json', 'text/*', 'text/html']],
    ['text/html;q=0, garbage, image/png', ['image/png']],
  ])('returns the ranges of %j in order of preference: %j', (accept, expected) => {
    expect(acceptedMediaRanges(accept)).toEqual(expected);
    expect(new Negotiator({ headers: { accept } }).mediaTypes()).toEqual(expected);
  });
});

describe('preferredEncoding', () => {
  const offers = ['br', 'gzip', 'identity'];

  test.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0.9', 'gzip'],
    ['gzip;q=0.001', 'gzip'],
    ['gzip;q=0', 'identity'],
    ['*', 'br'],
    ['*;q=0.5, gzip', 'gzip'],
    ['identity, gzip;q=0.5', 'identity'],
    ['deflate', 'identity'],
    ['identity;q=0', undefined],
    ['*;q=0', undefined],
    ['gzip, *;q=0', 'gzip'],
    ['*;q=0, identity', 'identity'],
    ['gzip;q=oops, br;q=0.1', 'br'],
    ['gzip br', 'identity'],
    [';q=1', 'identity'],
  ])('returns the best offer for %j: %j', (acceptEncoding, expected) => {
    expect(preferredEncoding(acceptEncoding, offers)).toBe(expected);
  });

  test('prefers the first offer when the header is missing and identity is not offered', () => {
    expect(preferredEncoding(undefined, ['br', 'gzip'])).toBe('br');
    expect(preferredEncoding('', ['br', 'gzip'])).toBeUndefined();
  });

  // Intended difference: if the header does not name identity, it comes last, whereas negotiator gives it the lowest
  // weight in the header. The generated headers therefore always name it.
  test('agrees with the negotiator package with a preferred order', () => {
    const encoding = fc.constantFrom('gzip', 'br', 'deflate', 'zstd', '*');
    const weight = fc.constantFrom('', ';q=0', ';q=0.2', ';q=0.5', ';q=1');
    const elements = fc.uniqueArray(fc.tuple(encoding, weight), { maxLength: 5, selector: ([name]) => name });
    const offered = fc.uniqueArray(fc.constantFrom('br', 'gzip', 'zstd', 'identity'), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(elements, weight, offered, (others, identityWeight, encodings) => {
        const header = [...others, ['identity', identityWeight]].map((parts) => parts.join('')).join(', ');
        const negotiator = new Negotiator({ headers: { 'accept-encoding': header } });
        expect(preferredEncoding(header, encodings)).toBe(
          negotiator.encoding(encodings, { preferred: encodings }),
        );
      }),
      { numRuns: 2000 },
    );
  });
});
