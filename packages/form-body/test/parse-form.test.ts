import { Readable } from 'node:stream';
import type { BodyError } from '@nextpress/body';
import { parseNestedQuery } from '@nextpress/semantics/nested-query';
import { caseCount } from '@nextpress-internal/test-kit';
import { urlencoded } from 'body-parser';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileFormSettings, type FormBodyOptions } from '../src/form-body-options.ts';
import { parseForm } from '../src/parse-form.ts';

const ours = (text: string, options: FormBodyOptions = {}, charset = 'utf-8'): unknown => {
  try {
    return parseForm(text, charset, compileFormSettings(options));
  } catch (error) {
    const { status, type } = error as BodyError;
    return { status, type };
  }
};

/** The result of body-parser, which accepts any stream with the headers of a request. */
function theirs(text: string, options: FormBodyOptions = {}, charset = 'utf-8'): Promise<unknown> {
  const headers = {
    'content-type': `application/x-www-form-urlencoded; charset=${charset}`,
    'transfer-encoding': 'chunked',
  };
  const bytes = Buffer.from(text, charset === 'utf-8' ? 'utf8' : 'latin1');
  return new Promise((resolve) => {
    const req = Object.assign(Readable.from([bytes]), { headers, body: undefined });
    urlencoded(options)(req as never, {} as never, (error) => {
      const { status, type } = (error ?? {}) as BodyError;
      resolve(error === undefined ? req.body : { status, type });
    });
  });
}

test('a repeated name has an array, a name without a value an empty string', () => {
  expect(ours('a=1&b=two+words&a=%C3%A9&c&d=')).toEqual({ a: ['1', 'é'], b: 'two words', c: '', d: '' });
  expect(ours('')).toEqual({});
  expect(ours('?a=1')).toEqual({ '?a': '1' });
});

test('brackets make levels with extended only', () => {
  expect(ours('a[b]=1&a[]=2')).toEqual({ 'a[b]': '1', 'a[]': '2' });
  expect(ours('a[b]=1&c[]=2&c[]=3&d%5Be%5D=4', { extended: true })).toEqual({
    a: { b: '1' },
    c: ['2', '3'],
    d: { e: '4' },
  });
});

test('text that is not ASCII is decoded as UTF-8, escaped or not', () => {
  expect(ours('é=😀&%C3%A9=%F0%9F%98%80')).toEqual({ é: ['😀', '😀'] });
});

describe('limits apply', () => {
  test('to pairs, including empty ones', () => {
    const refused = { status: 413, type: 'parameters.too.many' };
    expect(ours('a=1&b=2&c=3', { parameterLimit: 3 })).toEqual({ a: '1', b: '2', c: '3' });
    expect(ours('a=1&b=2&c=3&d=4', { parameterLimit: 3 })).toEqual(refused);
    expect(ours('&&&', { parameterLimit: 3 })).toEqual(refused);
    expect(ours('a&'.repeat(50_000))).toEqual(refused);
    expect(ours('a=1&'.repeat(5_000), { parameterLimit: Number.POSITIVE_INFINITY })).toHaveProperty('a.4999');
  });

  test('to levels', () => {
    const refused = { status: 400, type: 'querystring.parse.rangeError' };
    expect(ours('a[b][c]=1', { extended: true, depth: 2 })).toEqual({ a: { b: { c: '1' } } });
    expect(ours('a[b][c][d]=1', { extended: true, depth: 2 })).toEqual(refused);
    expect(ours(`a${'[b]'.repeat(30_000)}=1`, { extended: true })).toEqual(refused);
    expect(ours(`a${'[b]'.repeat(30_000)}=1`)).toHaveProperty([`a${'[b]'.repeat(30_000)}`]);
  });

  test('to indexes', () => {
    expect(ours('a[99]=1', { extended: true })).toEqual({ a: ['1'] });
    expect(ours('a[100]=1', { extended: true })).toEqual({ a: { 100: '1' } });
    expect(ours('a[3]=1', { extended: true, arrayLimit: 3 })).toEqual({ a: { 3: '1' } });
    const many = 'a[]=1&'.repeat(500).slice(0, -1);
    expect(ours(many, { extended: true })).toEqual({ a: Array.from({ length: 500 }, () => '1') });
  });
});

describe('names of prototype properties', () => {
  test.each([{}, { extended: true }])('change no prototype with %o', (options) => {
    const text =
      '__proto__=1&__proto__[x]=1&a[__proto__][x]=1&constructor[prototype][x]=1&%5F_proto__=2&toString=3';
    const form = ours(text, options) as object;
    expect(Object.getPrototypeOf(form)).toBe(Object.prototype);
    expect(Object.hasOwn(form, '__proto__')).toBe(false);
    expect(Object.hasOwn(form, 'toString')).toBe(true);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  test('are ignored or become own properties, even without brackets', () => {
    expect(ours('__proto__=1&a=2')).toEqual({ a: '2' });
    expect(Object.keys(ours('constructor=1&hasOwnProperty=2') as object)).toEqual([
      'constructor',
      'hasOwnProperty',
    ]);
  });
});

describe('charsets', () => {
  test('escapes are decoded as ISO-8859-1', () => {
    expect(ours('a=%E9&b=é', {}, 'iso-8859-1')).toEqual({ a: 'é', b: 'é' });
  });

  test('a pair utf8 decides the charset with charsetSentinel, and is removed', () => {
    const options = { charsetSentinel: true };
    expect(ours('utf8=%E2%9C%93&a=%C3%A9', options, 'iso-8859-1')).toEqual({ a: 'é' });
    expect(ours('a=%E9&utf8=%26%2310003%3B', options)).toEqual({ a: 'é' });
    expect(ours('utf8=x&a=1&utf8=y', options)).toEqual({ a: '1', utf8: 'y' });
    expect(ours('utf8=x')).toEqual({ utf8: 'x' });
  });

  test('numeric entities are decoded with interpretNumericEntities, only in values and in ISO-8859-1', () => {
    const options = { interpretNumericEntities: true, extended: true };
    const text = 'a=%26%239786%3B&b[]=%26%23128512;&c[%26%2365;]=%26%239999999;';
    expect(ours(text, options, 'iso-8859-1')).toEqual({ a: '☺', b: ['😀'], c: { '&#65;': '&#9999999;' } });
    expect(ours('a=%26%239786%3B', options)).toEqual({ a: '&#9786;' });
  });
});

const word = fc.constantFrom('a', 'b', 'c', '', '0', '1', '7', '__proto__', 'constructor', 'é', '+', '%20');
const name = fc
  // Not a number, because objects sort numeric keys.
  .tuple(
    fc.constantFrom('a', 'b', '', 'é', 'constructor', '__proto__'),
    fc.array(fc.oneof(word, fc.constant('[')), { maxLength: 3 }),
  )
  .map(([first, rest]) => first + rest.map((part) => `[${part}]`).join(''));
const value = fc.oneof(word, fc.string({ unit: 'grapheme', maxLength: 5 }).map(encodeURIComponent));
const pair = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(name, value).map(([name, value]) => `${name}=${value}`) },
  fc.constantFrom(
    '',
    'a',
    '=',
    '=1',
    'a=[b]=c',
    'a]=1',
    '[a',
    'utf8=%E2%9C%93',
    'utf8=%26%2310003%3B',
    '?x=1',
  ),
  value.map((text) => `e=%26%23${text}%3B`),
);
const forms = fc.array(pair, { maxLength: 8 }).map((pairs) => pairs.join('&'));

test.each<[string, FormBodyOptions]>([
  ['simple', {}],
  ['extended', { extended: true }],
  ['extended and shallow', { extended: true, depth: 1, parameterLimit: 4 }],
  [
    'with all of its charset handling',
    { extended: true, charsetSentinel: true, interpretNumericEntities: true },
  ],
])('a form is what body-parser makes of it, %s', async (_name, options) => {
  await fc.assert(
    fc.asyncProperty(forms, fc.constantFrom('utf-8', 'iso-8859-1'), async (text, charset) => {
      fc.pre(text !== '');
      const latin1 = Buffer.from(text, 'latin1').toString('latin1');
      const sent = charset === 'utf-8' ? text : latin1;
      const ourForm = ours(sent, options, charset);
      expect(ourForm).toEqual(await theirs(sent, options, charset));
    }),
    { numRuns: caseCount(300) },
  );
});

test('the fast path for names without brackets has the same result', () => {
  const flat = fc
    .array(fc.string({ unit: fc.constantFrom(...'ab=&+%c3a9?_'), maxLength: 12 }))
    .map((parts) => parts.join('&'));
  fc.assert(
    fc.property(flat, (text) => {
      expect(ours(text, { parameterLimit: Number.POSITIVE_INFINITY })).toEqual(
        parseNestedQuery(text, { arrayLimit: 1_000, parameterLimit: Number.POSITIVE_INFINITY }),
      );
    }),
    { numRuns: caseCount(2_000) },
  );
});
