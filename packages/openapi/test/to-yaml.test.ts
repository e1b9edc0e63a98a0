import { caseCount } from '@nextpress-internal/test-kit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { toYaml } from '../src/to-yaml.ts';

test('a document is written as readable YAML', () => {
  const document = {
    openapi: '3.1.1',
    info: { title: 'Payments: all of them', version: '1.0', description: 'First line.\n\n- a list' },
    paths: { '/users/{id}': { get: { tags: ['users'], responses: { 200: { description: 'OK' } } } } },
    empty: { list: [], object: {} },
    flags: [true, null, 'true', 1.5, '1.5', [1, [2]], { a: 1, b: 2 }],
  };
  expect(toYaml(document)).toBe(`openapi: "3.1.1"
info:
  title: "Payments: all of them"
  version: "1.0"
  description: |-
    First line.

    - a list
paths:
  /users/{id}:
    get:
      tags:
        - users
      responses:
        "200":
          description: OK
empty:
  list: []
  object: {}
flags:
  - true
  - null
  - "true"
  - 1.5
  - "1.5"
  - - 1
    - - 2
  - a: 1
    b: 2
`);
});

/** Words with a special meaning in YAML, and characters it treats specially. */
const word = fc.constantFrom(
  '',
  'null',
  'No',
  '~',
  '-',
  '- a',
  '? a',
  '1e3',
  '0x1f',
  '.inf',
  '2020-01-01',
  '# a',
  'a #b',
  'a: b',
  '|',
  '>-',
  '&a',
  '*a',
  '!a',
  '%a',
  '@a',
  '`a',
  '<<',
  'a\n',
  '\na',
  ' a',
  'a ',
  'a\n b\nc',
  '\u0085',
  '\u2028',
  '\ufeff',
  '\t',
  'a\n\tb',
  '{a}',
  '/{a}/b',
  '=',
  'y',
);
const string = fc.oneof(
  word,
  fc.string({ unit: 'grapheme' }),
  fc.array(fc.oneof(word, fc.string())).map((lines) => lines.join('\n')),
);

test.each(['1.2', '1.1'] as const)('a YAML %s parser reads back every JSON value', (version) => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'grapheme' }), string, string, (json, one, other) => {
      const value = [json, one, { [one]: other, deep: [[one], { [other]: [json] }] }, json];
      const plain = JSON.parse(JSON.stringify(value));
      expect(parse(toYaml(value), { version })).toEqual(plain);
    }),
    { numRuns: caseCount(1500) },
  );
});
