import { describe, expect, test } from 'vitest';
import { serverDialect } from '../../../src/internal/application/server-dialect.ts';
import { compilePrefix, createPathRules } from '../../../src/internal/path/path-matcher.ts';
import { indexTextOf, PrefixIndex } from '../../../src/internal/path/prefix-index.ts';

/** The values for a path, those of the longest text first. */
function valuesFor(index: PrefixIndex<string>, path: string): string[] {
  const values: string[] = [];
  for (let node: ReturnType<typeof index.find> | undefined = index.find(path); node; node = node.parent)
    values.push(...node.values);
  return values;
}

describe('PrefixIndex', () => {
  const texts = ['/a', '/a/b/c', '', '/a', '/b', '/a/b', '/a-b'];
  const entries = texts.map((text, at) => [text, `${text}#${at}`] as const);

  test('finds the values of all texts that a path begins with, in whole segments', () => {
    const index = new PrefixIndex(entries, { caseSensitive: false });
    expect(valuesFor(index, '/A/b/C/d')).toEqual(['/a/b/c#1', '/a/b#5', '/a#0', '/a#3', '#2']);
    expect(valuesFor(index, '/a/bc')).toEqual(['/a#0', '/a#3', '#2']);
    expect(valuesFor(index, '/ab')).toEqual(['#2']);
    expect(valuesFor(index, '/a-b/')).toEqual(['/a-b#6', '#2']);
    expect(valuesFor(new PrefixIndex(entries, { caseSensitive: true }), '/A')).toEqual(['#2']);
    expect(valuesFor(new PrefixIndex([['/A/b', 'mixed']], { caseSensitive: false }), '/a/B')).toEqual([
      'mixed',
    ]);
  });

  test('knows whether longer texts begin with a text and a slash', () => {
    const index = new PrefixIndex(entries, { caseSensitive: false });
    expect(['', '/a', '/A', '/a/b'].map((text) => index.hasLonger(text))).toEqual(Array(4).fill(true));
    expect(['/a/b/c', '/b', '/a-b', '/'].map((text) => index.hasLonger(text))).toEqual(Array(4).fill(false));
    // The target `*` begins with no slash.
    expect(new PrefixIndex([['*', 'asterisk']], { caseSensitive: false }).hasLonger('')).toBe(true);
    expect(new PrefixIndex([], { caseSensitive: false }).hasLonger('')).toBe(false);
  });
});

test.each([
  ['/a', '/a'],
  ['/A/b/', '/a/b'],
  ['/a/:id', '/a'],
  ['/a/:id/b', '/a'],
  ['/a{/:id}', '/a'],
  ['/a/b{c}', '/a'],
  ['/a/v:major', '/a'],
  ['/:id', ''],
  ['/a/*rest', '/a'],
  ['/a//:id', '/a'],
  ['/a//v:major', '/a'],
  ['//{id}', ''],
])('indexTextOf takes the whole segments that the paths of %s begin with', (pattern, text) => {
  const prefix = compilePrefix(pattern, createPathRules(false, false, serverDialect));
  expect(prefix && indexTextOf(prefix)).toBe(text);
});
