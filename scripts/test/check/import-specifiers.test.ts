import { expect, test } from 'vitest';
import { importSpecifiers, packageOf } from '../../check/import-specifiers.mjs';

test('every form of import is found with its line', () => {
  const source = `import type { A } from 'a';
import {
  B,
} from "@scope/b/sub";
import 'c';
export { D } from './d.ts';
const e = await import('e');
`;
  expect(importSpecifiers(source)).toEqual([
    { specifier: 'a', line: 1 },
    { specifier: '@scope/b/sub', line: 4 },
    { specifier: 'c', line: 5 },
    { specifier: './d.ts', line: 6 },
    { specifier: 'e', line: 7 },
  ]);
});

test('an import in a comment is not one', () => {
  expect(importSpecifiers("/**\n * import { a } from 'a';\n */\n// import 'b';\n")).toEqual([]);
});

test('a specifier belongs to a package', () => {
  expect(packageOf('@scope/name/sub/path')).toBe('@scope/name');
  expect(packageOf('name/sub')).toBe('name');
});
