import { createExpressMatcher, type ExpressMatcher, PatternError } from '@nextpress/router';
import { caseCount } from '@nextpress-internal/test-kit';
import fc from 'fast-check';
import { match } from 'path-to-regexp';
import pathToRegexp01 from 'path-to-regexp-0.1';
import { expect, test, vi } from 'vitest';
import { CharTest } from '../src/internal/regexp/regexp-program.ts';
import { loosePattern, path, pattern4 } from './arbitrary.ts';

interface Reading {
  readonly end: boolean;
  readonly sensitive: boolean;
  readonly strict: boolean;
}

interface Found {
  readonly path: string;
  readonly params: object;
}

type Reference = (path: string) => Found | undefined;

const reading = fc.record({ end: fc.boolean(), sensitive: fc.boolean(), strict: fc.boolean() });
const paths = fc.array(path, { minLength: 1, maxLength: 12 });

/** Excludes empty segments: Express 4 takes their first slash for a trailing one. */
const paths4 = fc.array(
  path.filter((text) => !text.includes('//')),
  { minLength: 1, maxLength: 12 },
);

/** Values are compared as they are captured. */
const asIs = (raw: string): string => raw;

/** The matcher of Express 5's router; `undefined` if it refuses the pattern. */
function express5(source: string, { end, sensitive, strict }: Reading): Reference | undefined {
  try {
    const loosened = strict || source === '/' ? source : source.replace(/\/+$/, '');
    const matcher = match(loosened, { end, sensitive, trailing: !strict, decode: asIs });
    return (each) => matcher(each) || undefined;
  } catch {
    return undefined;
  }
}

/** The matcher of Express 4's router; `undefined` if it refuses the pattern. */
function express4(source: string, { end, sensitive, strict }: Reading): Reference | undefined {
  try {
    const keys: { name: string | number }[] = [];
    const regexp = pathToRegexp01(source, keys, { end, sensitive, strict });
    return (each) => {
      const found = regexp.exec(each);
      if (found === null) return undefined;
      const params: Record<string, string | undefined> = {};
      for (const [at, value] of found.slice(1).entries()) {
        const name = String(keys[at]?.name);
        if (value !== undefined || !(name in params)) params[name] = value;
      }
      return { path: found[0], params };
    };
  } catch {
    return undefined;
  }
}

/** Patterns that Express 4 accepts, and whose matching could take quadratic time. */
const NOT_LINEAR = /lookahead of any length/;

/** `undefined` for a pattern that is refused because it isn't linear. */
function ours(source: string, version: 4 | 5, { end, sensitive, strict }: Reading): Reference | undefined {
  let matcher: ExpressMatcher;
  try {
    matcher = createExpressMatcher(source, { version, end, strict, caseSensitive: sensitive, decode: asIs });
  } catch (error) {
    if (error instanceof PatternError && NOT_LINEAR.test(error.message)) return undefined;
    throw error;
  }
  return (each) => {
    const found = matcher.match(each);
    return found && { path: each.slice(0, found.length), params: found.params };
  };
}

function expectSame(
  source: string,
  mine: Reference | undefined,
  reference: Reference,
  tried: readonly string[],
): void {
  if (mine === undefined) return;
  for (const each of tried) {
    expect(shown(source, mine(each)), `${source} on ${each}`).toStrictEqual(shown(source, reference(each)));
  }
}

/** A repeated group that matches nothing has no value in JavaScript, and here an empty one: a pattern such as `/**?`. */
function shown(source: string, found: Found | undefined): Found | undefined {
  if (found === undefined) return undefined;
  if (!/[*)][?*+{]/.test(source)) return { path: found.path, params: { ...found.params } };
  const entries = Object.entries(found.params).filter(([, value]) => value !== undefined && value !== '');
  return { path: found.path, params: Object.fromEntries(entries) };
}

function definedIn(params: object): object {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
}

test('a matcher of version 5 matches as path-to-regexp 8 for every pattern that it accepts', () => {
  fc.assert(
    fc.property(loosePattern, paths, reading, (source, tried, options) => {
      const reference = express5(source, options);
      if (reference !== undefined && !(source === '/' && !options.end)) {
        expectSame(source, ours(source, 5, options), reference, tried);
      }
    }),
    { numRuns: caseCount(3_000) },
  );
});

test('a matcher of version 4 matches as path-to-regexp 0.1 for every pattern that it accepts', () => {
  fc.assert(
    fc.property(pattern4, paths4, reading, (source, tried, options) => {
      const reference = express4(source, options);
      if (reference === undefined || (source === '/' && !options.end)) return;
      expectSame(source, ours(source, 4, options), reference, tried);
    }),
    { numRuns: caseCount(3_000) },
  );
});

test('a matcher of version 5 matches as version 4 when path-to-regexp 8 refuses the pattern', () => {
  fc.assert(
    fc.property(pattern4, paths4, reading, (source, tried, options) => {
      // A star with a name and braces are version 5's.
      if (express5(source, options) !== undefined || /\*[a-z]|\{/i.test(source)) return;
      const reference = express4(source, options);
      let mine: Reference | undefined;
      try {
        mine = ours(source, 5, options);
      } catch (error) {
        expect(error).toBeInstanceOf(PatternError);
        return;
      }
      if (reference === undefined) throw new Error(`${source} is refused by Express 4`);
      const defined: Reference = (each) => {
        const found = reference(each);
        return found && { ...found, params: definedIn(found.params) };
      };
      expectSame(source, mine, defined, tried);
    }),
    { numRuns: caseCount(3_000) },
  );
});

const usual4: readonly (readonly [pattern: string, path: string, params: object])[] = [
  ['*', '/a/b', { 0: '/a/b' }],
  ['/*', '/a/b', { 0: 'a/b' }],
  ['/a*', '/ab/c', { 0: 'b/c' }],
  ['/a/*/b', '/a/x/y/b', { 0: 'x/y' }],
  ['/?*', '/a', { 0: 'a' }],
  ['/a(/x)?', '/a/x', { 0: '/x' }],
  ['/:a?', '/7', { a: '7' }],
  ['/:a/:b?', '/7', { a: '7' }],
  ['/:a(\\d+)', '/7', { a: '7' }],
  ['/:a(\\d+)?', '/7', { a: '7' }],
  ['/:a-:b', '/1-2', { a: '1', b: '2' }],
  ['/(a|b)', '/b', {}],
  ['/ab?cd', '/acd', {}],
  ['/ab+cd', '/abbcd', {}],
  ['/ab(cd)?e', '/abe', {}],
  ['/:file.:ext?', '/a', { file: 'a' }],
  ['/((?!api)\\w+)', '/web', {}],
  ['/:page(*)', '/a/b', { page: 'a/b', 0: 'a/b' }],
  ['/*+/:p', '/a/b', { 0: 'a', p: 'b' }],
];

test.each(usual4)('%s matches %s as in Express 4 for both versions', (source, tried, params) => {
  for (const version of [4, 5] as const) {
    const found = createExpressMatcher(source, { version, strict: false, caseSensitive: false }).match(tried);
    expect(found && definedIn(found.params), `version ${version}`).toEqual(params);
    expect(found?.length).toBe(tried.length);
  }
});

const text = fc.constantFrom('/a', '/users', '/a/b.c', '/a-b');
const parameter = fc.constantFrom('', '/:p', '/:p?', '/:q(\\d+)', '/:q((?!x)[a-z]+)');
const misread = fc.constantFrom(
  ...['/[id]', '/[...slug]', '/[a-z]+', '/(.*)', '/(.+)', '/(.)', '/x(.*)', '/(\\d*)', '/(x.?)'],
  ...['?x=1', '?tab=:tab', '?q=:q&page=:page', '?='],
);

test('a matcher of version 5 rejects patterns that Express 4 interprets differently than intended', () => {
  fc.assert(
    fc.property(fc.tuple(text, parameter, misread, fc.oneof(text, parameter)), (parts) => {
      const source = parts.join('');
      expect(() => match(source), source).toThrow(TypeError);
      expect(() => createExpressMatcher(source, { version: 5 }), source).toThrow(PatternError);
    }),
    { numRuns: caseCount(1_000) },
  );
});

test.each([
  '/ab?c/d=e',
  '/:a?/b=c',
  '/((?=a)\\w+)=',
  '/:l((?!api)[a-z]+)',
  '/(\\d+)',
  '/(a|b.html)',
  '/a\\[b',
  '/x.*',
])('a matcher of version 5 accepts %s', (source) => {
  expect(createExpressMatcher(source, { version: 5 }).pattern).toBe(source);
});

test('a pattern of version 4 may have a thousand names', () => {
  const names = Array.from({ length: 1_000 }, (_, at) => `name-${at}`);
  const matcher = createExpressMatcher(`/:name(${names.join('|')})/x`, { version: 4 });
  expect(matcher.match('/name-999/x')?.params).toEqual({ name: 'name-999' });
  expect(matcher.match('/name-1000/x')).toBeUndefined();
  const text = `/${'x'.repeat(3_000)}`;
  expect(createExpressMatcher(text, { version: 4 }).match(text)?.length).toBe(3_001);
});

test('match includes params of unmatched groups for version 4 only', () => {
  expect(createExpressMatcher('/a(/x)?', { version: 4 }).match('/a')?.params).toStrictEqual({
    __proto__: null,
    0: undefined,
  });
  expect(createExpressMatcher('/a(/x)?', { version: 5 }).match('/a')?.params).toStrictEqual({
    __proto__: null,
  });
});

test('isRoutable is true for patterns that a router matches alike', () => {
  const isRoutable = (source: string, version: 4 | 5) => createExpressMatcher(source, { version }).isRoutable;
  expect(['', '/a/:b', '/:a(\\d+)', '/files/*path', '/:a-:b'].map((each) => isRoutable(each, 5))).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(['/a/:b', '/:a(\\d+)', '/files/*', '/:a-:b', '/a+'].map((each) => isRoutable(each, 4))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

test.each([
  ['/:', 5, /Missing name/],
  ['/{a', 5, /`}`/],
  ['/(a)/*name', 5, /`\(`/],
  ['/a!', 5, /backslash/],
  ['/(a', 4, /parenthesis is never closed/],
  ['/a)', 4, /closes no group/],
  ['/:a([z-a])', 4, /range are out of order/],
  ['/:a(\\1)', 4, /`\\1` is not supported/],
  ['/((?<=a)b)', 4, /lookbehind/],
  ['/:a((?=(x))y)', 4, /write `\(\?:…\)`/],
  ['/(a|b(?!.*x))+', 4, /lookahead of any length/],
  ['/a{2,1}', 4, /out of order/],
  ['/a{600}', 4, /512 at most/],
  ['/(a{500}b{500}){500}', 4, /too long/],
  [`/${'('.repeat(200)}`, 4, /100 nested groups/],
  [`/{${'x'.repeat(2_048)}}`, 5, /2048 characters/],
  [`/${'x'.repeat(16_384)}`, 4, /16384 characters/],
  ['+', 4, /nothing to repeat/],
  ['/a/:id/edit|delete', 4, /outside of a group/],
] as const)('createExpressMatcher refuses %s for version %i', (source, version, message) => {
  expect(() => createExpressMatcher(source, { version })).toThrow(
    expect.objectContaining({ name: 'PatternError', message: expect.stringMatching(message) }),
  );
});

test.each([
  ['/(a+)+b', 4, 'a'],
  ['/(a|a)*b', 4, 'a'],
  ['/(.*)*b', 4, 'ab'],
  ['/:a([^-]+)*-:b(x*)*y', 4, 'x-'],
  ['/x?(?:(?!ab)[a-z])*b', 4, 'aaa'],
  ['/*a-*b-*c/*d\\!', 5, '-a/'],
  ['/:a--:b--:c--*d/x', 5, '--'],
] as const)('%s takes steps in proportion to the length of the path', (source, version, unit) => {
  const matcher = createExpressMatcher(source, { version });
  const follow = vi.spyOn(CharTest.prototype, 'holds');
  const work = (length: number): number => {
    follow.mockClear();
    matcher.match(`/${unit.repeat(length)}!`);
    return follow.mock.calls.length;
  };
  expect(work(800)).toBeLessThan(2.1 * work(400) + 100);
  follow.mockRestore();
});

test('canonicalize is applied to text and not to syntax', () => {
  const canonicalize = (text: string) => encodeURI(decodeURIComponent(text));
  for (const version of [4, 5] as const) {
    expect(createExpressMatcher('/é', { version, canonicalize }).match('/%C3%A9')).toBeDefined();
    expect(createExpressMatcher('/%41', { version, canonicalize }).match('/A')).toBeDefined();
  }
  expect(createExpressMatcher('/(é|b)+', { version: 4, canonicalize }).match('/%C3%A9b')).toBeDefined();
  expect(createExpressMatcher('/*é-*b', { version: 5, canonicalize }).match('/a-b')?.params).toEqual({
    é: ['a'],
    b: ['b'],
  });
});

test('match reads all values before decoding one', () => {
  const matcher = createExpressMatcher('/*a-*b', {
    version: 5,
    decode: (raw) => {
      matcher.match('/other-path');
      return decodeURIComponent(raw);
    },
  });
  expect(matcher.match('/%41-%42')?.params).toEqual({ a: ['A'], b: ['B'] });
});
