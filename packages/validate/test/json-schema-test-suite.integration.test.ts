import { beforeAll, describe, expect, test } from 'vitest';
import { type Result, runSuite } from './official-suite-run.ts';

type Exception = readonly [reason: string, count: number, cases: RegExp];

/** Cases with a result that differs from the suite's. */
const EXCEPTIONS: Record<'draft2020-12' | 'draft7', readonly Exception[]> = {
  'draft2020-12': [
    ['ajv-formats makes "format" an assertion', 15, /^format: .* is only an annotation by default$/],
    ['ajv treats $dynamicRef as a reference within a document', 25, /^dynamicRef: |with \$dynamicRef > /],
    ['ajv does not allow an empty enum', 6, /^enum: empty enum > /],
    [
      'ajv does not count items that "contains" matches as evaluated',
      7,
      /^unevaluatedItems: .*contains.* > /i,
    ],
    [
      'ajv ignores "if" without "then" for unevaluated items and properties',
      4,
      /^unevaluated\w+: .*(then not defined|without then and else) > /,
    ],
    [
      'ajv treats items of a nested schema as unevaluated',
      2,
      /^unevaluatedItems: unevaluatedItems with nested items > /,
    ],
    [
      'ajv overflows the stack for references relative to a nested $id',
      8,
      /^ref: (refs with relative uris and defs|relative refs with absolute uris and defs|URN ref with nested pointer ref) > /,
    ],
    ['a $schema other than draft 2020-12 and draft 7 throws at registration', 5, /^vocabulary: /],
    ['ajv ignores __proto__ in "properties"', 1, /Javascript object property names > __proto__ not valid$/],
  ],
  draft7: [
    ['ajv does not ignore keywords alongside $ref', 3, /^ref: (ref overrides any|\$ref prevents a sibling)/],
    ['ajv ignores __proto__ in "properties"', 1, /Javascript object property names > __proto__ not valid$/],
  ],
};

/** Cases with a result that differs from ajv's. */
const DIFFERENT_FROM_AJV = [
  // Inherited properties such as toString do not count as present.
  /^\w+: .* names are Javascript object property names > /,
  /^vocabulary: /,
];

describe.each(['draft2020-12', 'draft7'] as const)('the JSON Schema Test Suite for %s', (draft) => {
  let results: readonly Result[] = [];
  // It compiles 2,000 functions.
  beforeAll(async () => {
    results = await runSuite(draft);
  }, 300_000);
  const isUnexpected = ({ expected, route }: Result): boolean => route !== expected;

  test('passes through a route', () => {
    expect(results.length).toBeGreaterThan(900);
    const known = EXCEPTIONS[draft].map(([, , cases]) => cases);
    const others = results.filter(({ name }) => !known.some((cases) => cases.test(name)));
    expect(others.filter(isUnexpected)).toEqual([]);
  });

  test.each(EXCEPTIONS[draft])('is an exception: %s, %i cases', (_reason, count, cases) => {
    expect(results.filter((result) => cases.test(result.name) && isUnexpected(result))).toHaveLength(count);
  });

  test('has the same results as ajv alone', () => {
    const different = results.filter(({ route, ajv }) => route !== ajv);
    const others = different.filter(({ name }) => !DIFFERENT_FROM_AJV.some((cases) => cases.test(name)));
    expect(others).toEqual([]);
    expect(different).toHaveLength(draft === 'draft7' ? 6 : 11);
  });
});
