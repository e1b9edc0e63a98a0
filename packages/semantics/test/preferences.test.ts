import fc from 'fast-check';
import Negotiator from 'negotiator';
import { describe, expect, test } from 'vitest';
import {
  acceptedCharset,
  acceptedCharsets,
  acceptedEncoding,
  acceptedEncodings,
  acceptedLanguage,
  acceptedLanguages,
  acceptedMediaType,
  acceptedMediaTypes,
} from '../src/preferences.ts';

const weight = fc.constantFrom('', '', ';q=0', ';q=0.1', ';q=0.5', '; q=1', ';q=0.999');
const listOf = (names: string[]) =>
  fc
    .uniqueArray(fc.constantFrom(...names), { maxLength: 5 })
    .chain((chosen) => fc.tuple(...chosen.map((name) => weight.map((q) => `${name}${q}`))))
    .map((elements) => elements.join(', '));
const malformedOf = (names: string[]) =>
  fc
    .array(
      fc.constantFrom(
        ...names,
        ',',
        ';',
        ' ',
        '\t',
        '=',
        '"',
        '\\',
        'q',
        'q=',
        ';q=0.2',
        ';q=2',
        ';q=x',
        '/',
      ),
    )
    .map((parts) => parts.join(''));
const headerOf = (names: string[]) =>
  fc.option(fc.oneof(listOf(names), malformedOf(names)), { nil: undefined });
const offersOf = (names: string[]) => fc.uniqueArray(fc.constantFrom(...names), { maxLength: 4 });

test('acceptedMediaType and acceptedMediaTypes agree with the negotiator package', () => {
  const names = [
    'text/html',
    'Text/HTML;level=1',
    'text/plain',
    'application/json',
    'text/*',
    '*/*',
    'text/html;level=*',
  ];
  const offers = [
    'text/html',
    'TEXT/html; level=1',
    'text/plain',
    'application/json',
    'image/png',
    'text/html;q=0.1',
  ];
  fc.assert(
    fc.property(headerOf(names), offersOf(offers), (header, offered) => {
      const theirs = new Negotiator({ headers: { accept: header } });
      expect(acceptedMediaType(header, offered)).toBe(theirs.mediaType(offered));
      expect(acceptedMediaTypes(header)).toEqual(theirs.mediaTypes());
    }),
    { numRuns: 1000 },
  );
});

describe('acceptedCharset and acceptedCharsets', () => {
  test.each([
    [undefined, ['utf-8'], 'utf-8'],
    ['', ['utf-8'], undefined],
    ['*;q=0.1, UTF-8', ['latin1', 'utf-8'], 'utf-8'],
    ['utf-8;q=0, *', ['utf-8', 'latin1'], 'latin1'],
    ['utf-8;q=2, latin1;q=0.1', ['utf-8', 'latin1'], 'utf-8'],
    ['utf 8, latin1', ['utf-8', 'latin1'], 'latin1'],
  ])('for %j and the offers %j: %j', (header, offers, expected) => {
    expect(acceptedCharset(header, offers)).toBe(expected);
  });

  test('agree with the negotiator package', () => {
    const names = ['utf-8', 'UTF-8', 'iso-8859-1', 'us-ascii', '*'];
    fc.assert(
      fc.property(headerOf(names), offersOf(names.slice(1)), (header, offers) => {
        const theirs = new Negotiator({ headers: { 'accept-charset': header } });
        expect(acceptedCharset(header, offers)).toBe(theirs.charset(offers));
        expect(acceptedCharsets(header)).toEqual(theirs.charsets());
      }),
      { numRuns: 500 },
    );
  });
});

describe('acceptedEncoding and acceptedEncodings', () => {
  test.each([
    [undefined, ['gzip', 'identity'], 'identity'],
    ['gzip', ['identity', 'gzip'], 'gzip'],
    ['gzip, identity;q=0', ['identity'], undefined],
    ['*;q=0', ['identity'], undefined],
    ['br, gzip', ['gzip', 'br'], 'br'],
  ])('for %j and the offers %j: %j', (header, offers, expected) => {
    expect(acceptedEncoding(header, offers)).toBe(expected);
  });

  test('agree with the negotiator package', () => {
    const names = ['gzip', 'GZIP', 'br', 'deflate', 'identity', '*'];
    fc.assert(
      fc.property(headerOf(names), offersOf(names.slice(1, 5)), (header, offers) => {
        const theirs = new Negotiator({ headers: { 'accept-encoding': header } });
        expect(acceptedEncoding(header, offers)).toBe(theirs.encoding(offers));
        expect(acceptedEncodings(header)).toEqual(theirs.encodings());
      }),
      { numRuns: 500 },
    );
  });
});

describe('acceptedLanguage and acceptedLanguages', () => {
  test.each([
    [undefined, ['en'], 'en'],
    ['en-GB', ['de', 'en'], 'en'],
    ['en', ['de', 'en-GB'], 'en-GB'],
    ['en-GB', ['en-US'], undefined],
    ['*', ['de'], 'de'],
    ['fr-FR, fr;q=0.5', ['fr', 'fr-FR'], 'fr-FR'],
  ])('for %j and the offers %j: %j', (header, offers, expected) => {
    expect(acceptedLanguage(header, offers)).toBe(expected);
  });

  test('agree with the negotiator package', () => {
    const names = ['en', 'EN', 'en-US', 'en-GB', 'de', 'de-AT', 'zh-Hant-TW', '*'];
    fc.assert(
      fc.property(headerOf(names), offersOf(names.slice(0, 7)), (header, offers) => {
        const theirs = new Negotiator({ headers: { 'accept-language': header } });
        expect(acceptedLanguage(header, offers)).toBe(theirs.language(offers));
        expect(acceptedLanguages(header)).toEqual(theirs.languages());
      }),
      { numRuns: 500 },
    );
  });
});
