import { createMatcher, createRouter, PatternError } from '@nextpress/router';
import { expect, test } from 'vitest';

/** The error of a pattern. */
function refusal(pattern: string): PatternError {
  try {
    createMatcher(pattern);
  } catch (error) {
    if (error instanceof PatternError) return error;
    throw error;
  }
  throw new Error(`${pattern} was accepted`);
}

test('the message shows the pattern, the position and the remedy', () => {
  expect(refusal('/users/:id/(a|b)').message).toBe(
    'Unexpected `(`: a regular expression needs a name: write `:name(…)`\n' +
      '  /users/:id/(a|b)\n' +
      '             ^',
  );
  expect(refusal('/a\n/:').message).toContain('  /a\\n/:\n       ^');
});

test.each([
  ['users', 0, /expected `\/`/],
  ['', 0, /expected `\/`/],
  [':a', 0, /expected `\/`/],
  ['{a}/b', 1, /expected `\/`.*groups/],
  ['{/a}b', 4, /expected `\/`.*groups/],
  ['{/}:a', 3, /expected `\/`.*groups/],
  ['/:path(*)', 6, /write `\*path` instead of `:path\(\*\)`/],
  [`/x${'{/g}'.repeat(9)}`, 2, /256/],
  ['/x/:a?/:b?/:c?/:d?/:e?/:f?/:g?/:h?/:i?', 2, /256/],
  [`/${'x'.repeat(2_048)}`, 2_048, /2048 characters at most/],
  [`/${'{'.repeat(100_000)}`, 2_048, /2048 characters at most/],
  ['/:', 1, /Missing name/],
  ['/:1', 1, /Missing name/],
  ['/:a*', 3, /\*a/],
  ['/:a+', 3, /\*a/],
  ['/:a:b', 3, /text between/],
  ['/:a*b', 3, /text between/],
  ['/*a:b', 3, /text between/],
  ['/*a-:b', 4, /new segment/],
  ['/*a-*b', 4, /new segment/],
  ['/*a-x/*b', 6, /Begin that text with `\/`/],
  ['/*a(x)', 3, /`:name\(…\)`/],
  ['/*a?', 3, /\{\/\*name\}/],
  ['/:a/:a', 4, /Duplicate name "a"/],
  ['/:"a', 2, /Unclosed name/],
  ['/:""', 2, /at least one/],
  ['/{a', 1, /`}`/],
  ['/a}', 2, /backslash/],
  ['/a?', 2, /`\/a\{b\}`/],
  ['/a+', 2, /`\/\*name`/],
  ['/[a]', 1, /`:name\(\[…\]\)`/],
  ['/a!', 2, /backslash/],
  ['/a\\', 2, /Invalid escape/],
  ['/:a(\\d', 3, /never closed/],
  ['/:a()', 3, /leave it out/],
  ['/:a(.*)', 3, /\*name/],
  ['/:a(^x)', 4, /leave out `\^`/],
  ['/:a((x))', 4, /`\(\?:…\)`/],
  ['/:a((?=x))', 4, /looks around/],
  ['/:a(\\1)', 4, /not supported/],
  ['/:a(\\b)', 4, /leave out/],
  ['/:a(+)', 4, /nothing to repeat/],
  ['/:a(a**)', 6, /nothing to repeat/],
  ['/:a(a{2)', 5, /write a count/],
  ['/:a(a{3,2})', 5, /out of order/],
  ['/:a([z-a])', 5, /out of order/],
  ['/:a([z)', 4, /`\]`/],
  ['/:a([\\d-]+)-:b', 1, /Exclude "-"/],
  ['/:a-:b--:c', 4, /overlap itself/],
  ['/:slug-:date(\\d{4}-\\d{2}-\\d{2})', 7, /Ambiguous start.*another separator.*two segments/],
  ['/:a--:b(-x)', 5, /Ambiguous start/],
  ['/:a(\\d+-\\d+)-*rest', 1, /Exclude "-".*another separator/],
])('createMatcher refuses %s at position %i', (pattern, position, message) => {
  const error = refusal(pattern);
  expect(error.position).toBe(position);
  expect(error.message).toMatch(message);
  expect(error).toMatchObject({ name: 'PatternError', code: 'ERR_INVALID_ROUTE_PATTERN', pattern });
  expect(error).toBeInstanceOf(TypeError);
});

test('the message truncates a long pattern', () => {
  expect(refusal(`/${'x'.repeat(1_000_000)}`).message.length).toBeLessThan(5_000);
});

test('the message names the invalid result of canonicalize', () => {
  const canonicalize = () => undefined as unknown as string;
  expect(() => createMatcher('/a', { canonicalize })).toThrow(/`canonicalize`.*string.*undefined/);
  const odd = () => {
    throw Object.create(null);
  };
  expect(() => createMatcher('/a', { canonicalize: odd })).toThrow(/`canonicalize` failed.*an object/);
});

test.each(['*', '*all', '{/*all}', '{/a}/b', '\\*'])('createMatcher accepts %s', (pattern) => {
  expect(() => createMatcher(pattern)).not.toThrow();
});

test('the error of canonicalize is the cause', () => {
  const cause = new Error('malformed');
  const canonicalize = () => {
    throw cause;
  };
  expect(() => createRouter({ canonicalize }).add('GET', '/a', 1)).toThrow(
    expect.objectContaining({ cause }),
  );
});
