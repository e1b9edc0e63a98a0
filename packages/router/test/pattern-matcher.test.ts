import {
  createExpressMatcher,
  createMatcher,
  type ExpressMatcher,
  PatternError,
  type PatternForm,
} from '@nextpress/router';
import { caseCount } from '@nextpress-internal/test-kit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loosePattern, path, pattern4, richPattern } from './arbitrary.ts';

/** A form as a pattern. */
function written(form: PatternForm): string {
  const parts = form.map((part) => {
    if (part.kind === 'text') return part.text;
    const constraint = part.kind === 'parameter' && part.constraint ? `(${part.constraint.source})` : '';
    return `${part.kind === 'wildcard' ? '*' : ':'}${part.name}${constraint}`;
  });
  return parts.join('');
}

test.each([
  ['/', 5, ['/'], '', true, false],
  ['/', 4, [''], '', true, false],
  ['/Users/', 5, ['/Users'], '/users', true, false],
  ['/a\\:b', 5, ['/a:b'], '/a:b', true, false],
  ['/users/:id', 5, ['/users/:id'], '/users', false, false],
  ['/v:major(\\d+)/x', 5, ['/v:major(\\d+)/x'], '/v', false, false],
  ['/a{/b{/:c}}', 5, ['/a/b/:c', '/a/b', '/a'], '/a', false, false],
  ['{/:locale}/home', 5, ['/:locale/home', '/home'], '', false, false],
  ['/files/*path', 5, ['/files/*path'], '/files', false, true],
  ['/files{/*path}', 5, ['/files/*path', '/files'], '/files', false, true],
  ['/{*path}', 5, ['/*path', '/'], '', false, true],
  ['/a{/b/*path}', 5, ['/a/b/*path', '/a'], '/a', false, false],
  ['/*path/end', 5, ['/*path/end'], '', false, false],
  ['/:a/:a', 5, ['/:a/:a'], '', false, false],
  ['/users', 4, ['/users'], '/users', true, false],
  ['/:from-:to', 4, ['/:from-:to'], '', false, false],
  ['/v(\\d+)/:id?', 4, ['/v:0(\\d+)/:id', '/v:0(\\d+)'], '/v', false, false],
  ['/users(/page/:page)?', 4, ['/users/page/:page', '/users'], '/users', false, false],
  ['/:path(*)', 4, ['/*path'], '', false, true],
  ['/ab?cd', 4, ['/abcd', '/acd'], '/a', false, false],
  ['/(en|fr)/x', 4, ['/en/x', '/fr/x'], '', false, false],
] as const)('%s of Express %i is described', (pattern, version, forms, start, isLiteral, endsInWildcard) => {
  const options = { version, caseSensitive: false, strict: false };
  for (const end of [true, false]) {
    const matcher = createExpressMatcher(pattern, { ...options, end });
    expect(matcher.forms?.map(written)).toEqual(forms);
    expect(matcher).toMatchObject({ literalStart: start, isLiteral, endsInWildcard });
  }
});

test('an expression that is more than text and captures has no forms', () => {
  for (const pattern of ['/ab+cd', '/[ab]/c', '/x(/a(/c/:b)?)+/c']) {
    const matcher = createExpressMatcher(pattern, { version: 4 });
    expect(matcher.forms, pattern).toBeUndefined();
    expect(matcher.samplePaths()).toEqual([]);
    expect(matcher.isLiteral).toBe(false);
  }
});

test('literalStart is canonical', () => {
  expect(createMatcher('/É/:x', { canonicalize: encodeURI }).literalStart).toBe('/%C3%89');
  expect(createMatcher('/A/:x').literalStart).toBe('/A');
});

test('samplePaths satisfy constraints', () => {
  expect(createMatcher('/:lang(en|fr)/:id(\\d{2,})').samplePaths()).toEqual(['/en/00']);
  expect(createMatcher('/:id(\\d+)/:slug').samplePaths()).toEqual(['/0/sample', '/7/7', '/0/7', '/0/a-b.c']);
});

function compiled(pattern: string, version: 4 | 5, caseSensitive: boolean): ExpressMatcher | undefined {
  try {
    return createExpressMatcher(pattern, { version, caseSensitive });
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    return undefined;
  }
}

const described = fc
  .oneof(
    fc.record({ pattern: fc.oneof(richPattern, loosePattern), version: fc.constant(5 as const) }),
    fc.record({ pattern: pattern4, version: fc.constant(4 as const) }),
  )
  .chain(({ pattern, version }) => fc.boolean().map((isExact) => compiled(pattern, version, isExact)))
  .filter((matcher) => matcher !== undefined);

test('a matcher’s properties hold for every match', () => {
  fc.assert(
    fc.property(described, fc.array(path, { minLength: 5, maxLength: 20 }), (matcher, paths) => {
      const { pattern, literalStart, isLiteral, captures, endsInWildcard } = matcher;
      const samples = matcher.samplePaths();
      for (const each of [...paths, ...samples]) {
        const match = matcher.match(each);
        if (match === undefined) expect(samples, pattern).not.toContain(each);
        else {
          const about = `${pattern} on ${each}`;
          const start = each.startsWith(literalStart) || each.toLowerCase().startsWith(literalStart);
          expect(start, `${about}: ${literalStart}`).toBe(true);
          if (isLiteral) expect([0, 1], about).toContain(each.length - literalStart.length);
          if (!captures) expect(match.params, about).toEqual({});
          if (endsInWildcard) expect(matcher.match(`${each}/x`), about).toBeDefined();
        }
      }
      if (captures) return;
      expect(matcher.forms?.every((form) => form.every(({ kind }) => kind === 'text')) ?? true).toBe(true);
    }),
    { numRuns: caseCount(4_000) },
  );
});

test('patterns without constraints and wildcards have sample paths', () => {
  fc.assert(
    fc.property(richPattern, (pattern) => {
      const matcher = compiled(pattern, 5, true);
      const isPlain = matcher?.forms?.every((form) =>
        form.every((part) => part.kind === 'text' || (part.kind === 'parameter' && !part.constraint)),
      );
      if (isPlain) expect(matcher?.samplePaths(), pattern).not.toEqual([]);
    }),
    { numRuns: caseCount(4_000) },
  );
});
