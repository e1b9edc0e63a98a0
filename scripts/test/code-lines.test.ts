import { expect, test } from 'vitest';
import { codeLines, packageSizes } from '../code-lines.mjs';

test('codeLines counts neither comments nor blank lines', () => {
  const source = `/** A module. */
import { a } from './a.ts';

// A reason.
export function b(): string { // not a line of its own
  /*
   * More reasons.
   */
  return a;
}
`;
  expect(codeLines(source)).toBe(4);
});

test('codeLines counts what only looks like a comment', () => {
  expect(
    codeLines(
      "const pattern = /[/*]/;\nconst text = '// text';\nconst page = `\n/* in a template */\n\n`;\n",
    ),
  ).toBe(6);
});

test('packageSizes counts the lines and files of a package', () => {
  const { lines = 0, files = 0 } = packageSizes().get('router') ?? {};
  expect(files).toBeGreaterThan(1);
  expect(lines).toBeGreaterThan(files);
});
