import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeFilename } from '../src/filename.ts';

test.each([
  ['a.png', 'a.png'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\me\\a.png', 'a.png'],
  ['a/b\\c/d', 'd'],
  ['a\0.png', 'a.png'],
  ['a\r\nSet-Cookie: b', 'aSet-Cookie: b'],
  ['.\0.', ''],
  ['..', ''],
  ['dir/', ''],
  ['Grüße 😀.txt', 'Grüße 😀.txt'],
])('%j is shown as %j', (original, shown) => {
  expect(safeFilename(original)).toBe(shown);
});

test('no file name has a separator or a control character', () => {
  const character = fc.constantFrom('a', '.', '/', '\\', '\0', '\n', '\x7f', 'ü');
  fc.assert(
    fc.property(
      fc.array(character).map((all) => all.join('')),
      (original) => {
        expect(safeFilename(original)).not.toMatch(/[/\\\0\n\x7f]|^\.{1,2}$/);
      },
    ),
  );
});
