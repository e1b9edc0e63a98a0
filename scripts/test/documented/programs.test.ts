import { expect, test } from 'vitest';
import { programsOfMarkdown, programsOfSource } from '../../documented/programs.mjs';

const fence = '```';

test('programsOfMarkdown finds ts and js blocks only', () => {
  const text = [
    '# a',
    `${fence}ts`,
    'one();',
    fence,
    `${fence}sh`,
    'two',
    fence,
    `${fence}js`,
    'three();',
    fence,
  ];
  expect(programsOfMarkdown('README.md', text.join('\n'))).toEqual([
    { path: 'README.md', line: 3, code: 'one();\n' },
    { path: 'README.md', line: 9, code: 'three();\n' },
  ]);
});

test('programsOfSource ends an @example at the next tag or with its comment', () => {
  const text = `/**
 * Adds.
 *
 * @example
 * add('/*', 1); // => 1
 *
 * @throws RangeError
 */
export function add() {}

/**
 * @example
 * last();
 */
`;
  expect(programsOfSource('a.ts', text)).toEqual([
    { path: 'a.ts', line: 5, code: "add('/*', 1); // => 1\n\n" },
    { path: 'a.ts', line: 13, code: 'last();\n\n' },
  ]);
});

test('programsOfSource takes the fenced block of an @example', () => {
  const text = `/**
 * @example A title
 * ${fence}ts
 * fenced();
 * ${fence}
 */
`;
  expect(programsOfSource('a.ts', text)).toEqual([{ path: 'a.ts', line: 4, code: 'fenced();\n' }]);
});
