import { caseCount } from '@nextpress-internal/test-kit';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { compileConstraint } from '../../src/internal/compile-constraint.ts';
import { PatternError } from '../../src/pattern-error.ts';

const compile = (source: string, caseSensitive = true) =>
  compileConstraint(`(${source})`, 0, caseSensitive).constraint;

const accepts = (source: string, value: string) => compile(source).accepts(value, 0, value.length);

test.each([
  ['\\d+', ['7', '123'], ['', 'a', '1a', '١']],
  ['en|es|fr', ['en', 'es', 'fr'], ['e', 'enx', 'ex']],
  ['[0-9a-f]{8}-[0-9a-f]{4}', ['0123abcd-00ff'], ['0123abcd-00f', '0123abcg-00ff']],
  ['[a-z]+(?:-[a-z]+)*', ['a', 'ab-c-d'], ['-a', 'a-', 'a--b']],
  ['[^.]{2,3}', ['ab', 'abc'], ['a', 'abcd', 'a.b']],
  ['a?b??c', ['c', 'ac', 'bc', 'abc'], ['b', 'cc']],
  ['\\w+\\.\\w+', ['a.b', '_1.x'], ['a', 'a.', 'a.b.c']],
  ['\\u00e9\\x41\\t', ['éA\t'], ['eA\t']],
  ['.', ['x', 'é'], ['\n', '']],
  ['[\\]\\-\\d]', [']', '-', '5'], ['\\', 'd']],
  ['(?:a|b){2}', ['ab', 'bb'], ['a', 'abc']],
  ['x{2,}', ['xx', 'xxxxx'], ['x']],
])('%s accepts %j and not %j', (source, good, bad) => {
  for (const value of good) expect(accepts(source, value), value).toBe(true);
  for (const value of bad) expect(accepts(source, value), value).toBe(false);
});

const atom = fc.constantFrom('a', 'b', '.', '\\d', '\\w', '\\s', '[ab]', '[^a]', '[a-c1]', '\\W', '\\.', '-');
const expression = fc.letrec<{ all: string; part: string }>((tie) => ({
  all: fc.array(tie('part'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
  part: fc.oneof(
    { depthSize: 'small' },
    { arbitrary: atom, weight: 4 },
    {
      arbitrary: fc
        .tuple(atom, fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{2,}', '*?'))
        .map((pair) => pair.join('')),
      weight: 3,
    },
    { arbitrary: fc.tuple(tie('all'), tie('all')).map(([a, b]) => `(?:${a}|${b})`), weight: 1 },
    {
      arbitrary: fc
        .tuple(tie('all'), fc.constantFrom('*', '?', '{0,2}'))
        .map(([a, mark]) => `(?:${a})${mark}`),
      weight: 1,
    },
  ),
})).all;

test('a constraint accepts what the regular expression does', () => {
  const value = fc.array(fc.constantFrom('a', 'b', 'c', 'A', '1', '-', '.', ' ', 'é'), {
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(
      expression,
      fc.array(value, { minLength: 8, maxLength: 8 }),
      fc.boolean(),
      (source, values, caseSensitive) => {
        let constraint: ReturnType<typeof compile>;
        try {
          constraint = compile(source, caseSensitive);
        } catch (error) {
          expect(error).toBeInstanceOf(PatternError);
          return;
        }
        const reference = new RegExp(`^(?:${source})$`, caseSensitive ? '' : 'i');
        for (const chars of values) {
          const text = chars.join('');
          expect(constraint.accepts(`<${text}>`, 1, 1 + text.length), `${source} on ${text}`).toBe(
            reference.test(text),
          );
        }
      },
    ),
    { numRuns: caseCount(3_000) },
  );
}, 60_000);

test.each([
  '(?:a+)+',
  '(?:a*)*',
  '(?:a|a)*',
  '(?:a|ab)+',
  '\\d+\\d+',
  '\\w*\\d*',
  '(?:a+b?)+',
  '(?:.|x)*',
  '(?:a{1,5}){1,5}',
])('%s is refused, for a backtracking search could take forever', (source) => {
  expect(() => compile(source)).toThrow(/two ways/);
});

test('what would need too large a table is refused', () => {
  expect(() => compile('(?:a|b)*a(?:a|b){12}')).toThrow(PatternError);
  expect(() => compile('a{100000}')).toThrow(/512/);
});

test.each([
  ['(?:[a-z]?){500}', /too ambiguous/],
  ['[a-z]?'.repeat(340), /too ambiguous/],
  ['(?:){10000000}x', /512 at most/],
  ['a{999999999}', /512 at most/],
  ['(?:){0,999999999}', /512 at most/],
  ['a{513,}', /512 at most/],
  ['(?:(?:(?:){512}){512}){512}', /longer than 512/],
  ['(?:(?:a{500}){0,500}){500}', /longer than 512/],
])('the set-up of %s does no work without a bound', (source, message) => {
  const add = vi.spyOn(Set.prototype, 'add');
  try {
    expect(() => compile(source)).toThrow(message);
    expect(add.mock.calls.length).toBeLessThan(20_000);
  } finally {
    add.mockRestore();
  }
});

test.each(['.+-.+', '[ab]*a[ab]*', '(?:a?){25}a{25}'])(
  '%s, which a backtracking search may take long for, is one step per character here',
  (source) => {
    const value = 'a'.repeat(2_000);
    const constraint = compile(source);
    const read = vi.spyOn(String.prototype, 'charCodeAt');
    try {
      constraint.accepts(value, 0, value.length);
      expect(read.mock.calls.length).toBeLessThanOrEqual(2_000);
    } finally {
      read.mockRestore();
    }
  },
);

test('counts of the usual size are compiled', () => {
  expect(accepts('[a-z]{1,255}', 'a'.repeat(255))).toBe(true);
  expect(accepts('[a-z]{1,255}', 'a'.repeat(256))).toBe(false);
  expect(accepts('(?:[0-9a-f]{2}:){5}[0-9a-f]{2}', '00:1a:2b:3c:4d:5e')).toBe(true);
  expect(accepts('[0-9a-f]{512}', 'f'.repeat(512))).toBe(true);
});

test('an escape for a code is in lower case, as in a regular expression', () => {
  expect(accepts('\\x4A\\u00e9', 'Jé')).toBe(true);
  for (const source of ['\\X41', '\\U0041']) expect(() => compile(source)).toThrow(/no place/);
});

test('a slash is refused, for no segment holds one', () => {
  for (const source of ['a/b', 'a\\/b', '[/]', '(?:a|\\x2f)'])
    expect(() => compile(source)).toThrow(/no `\/`/);
  expect(accepts('[^.]+', 'ab')).toBe(true);
});

test('case is folded in ranges and in negated classes', () => {
  const letters = compile('[b-d][^x]', false);
  expect(letters.accepts('Cy', 0, 2)).toBe(true);
  expect(letters.accepts('CX', 0, 2)).toBe(false);
});
