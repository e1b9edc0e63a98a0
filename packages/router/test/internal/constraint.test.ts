import { caseCount } from '@nextpress-internal/test-kit';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { compileConstraint } from '../../src/internal/pattern/constraint.ts';
import { CharTest } from '../../src/internal/regexp/regexp-program.ts';
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
])('%s accepts %j and rejects %j', (source, good, bad) => {
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

test('a constraint accepts the values that the regular expression matches', () => {
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
});

test.each([
  ['a{100000}', /512 at most/],
  ['(?:){10000000}x', /512 at most/],
  ['(?:){0,999999999}', /512 at most/],
  ['a{513,}', /512 at most/],
  ['(?:(?:a{500}){0,500}){500}', /too long/],
])('compileConstraint refuses %s', (source, message) => {
  expect(() => compile(source)).toThrow(message);
});

test('compileConstraint takes one pass over nested counts of an empty part', () => {
  const read = vi.spyOn(String.prototype, 'charAt');
  expect(accepts('(?:(?:(?:){512}){512}){512}x', 'x')).toBe(true);
  expect(read.mock.calls.length).toBeLessThan(1_000);
  read.mockRestore();
});

test.each([
  '(?:a+)+',
  '(?:a|a)*',
  '\\w+\\w*a+',
  '.+-.+',
  '[ab]*a[ab]*',
  '(?:a?){25}a{25}',
  '(?:a|b)*a(?:a|b){12}',
])('%s takes steps in proportion to the length of the value', (source) => {
  const constraint = compile(source);
  const holds = vi.spyOn(CharTest.prototype, 'holds');
  const work = (length: number): number => {
    holds.mockClear();
    constraint.accepts(`${'a'.repeat(length)}!`, 0, length + 1);
    return holds.mock.calls.length;
  };
  expect(work(800)).toBeLessThan(2.1 * work(400) + 100);
  holds.mockRestore();
});

test('a constraint accepts counts up to 512', () => {
  expect(accepts('[a-z]{1,255}', 'a'.repeat(255))).toBe(true);
  expect(accepts('[a-z]{1,255}', 'a'.repeat(256))).toBe(false);
  expect(accepts('(?:[0-9a-f]{2}:){5}[0-9a-f]{2}', '00:1a:2b:3c:4d:5e')).toBe(true);
  expect(accepts('[0-9a-f]{512}', 'f'.repeat(512))).toBe(true);
});

test('a constraint accepts code escapes in lower case only', () => {
  expect(accepts('\\x4A\\u00e9', 'Jé')).toBe(true);
  for (const source of ['\\X41', '\\U0041']) expect(() => compile(source)).toThrow(/is not supported/);
});

test('compileConstraint refuses a slash', () => {
  for (const source of ['a/b', 'a\\/b', '[/]', '(?:a|\\x2f)'])
    expect(() => compile(source)).toThrow(/no `\/`/);
  expect(accepts('[^.]+', 'ab')).toBe(true);
});

test('a constraint ignores case in ranges and negated classes when paths do', () => {
  const letters = compile('[b-d][^x]', false);
  expect(letters.accepts('Cy', 0, 2)).toBe(true);
  expect(letters.accepts('CX', 0, 2)).toBe(false);
});
