import { expect, test } from 'vitest';
import { compileMimeTypes } from '../../src/options/file-options.ts';

test('compileMimeTypes accepts extensions with and without a dot, types with and without a charset', () => {
  expect([
    ...compileMimeTypes('f', { '.a': 'text/a', B: 'image/b', 'tar-gz': 'a/b; charset=x', __proto: 'a/b' }),
  ]).toEqual([
    ['a', 'text/a; charset=utf-8'],
    ['b', 'image/b'],
    ['tar-gz', 'a/b; charset=x'],
    ['__proto', 'a/b'],
  ]);
  expect(compileMimeTypes('f').size).toBe(0);
});

test.each([
  [null, /^Invalid option "mimeTypes" of f\(\): expected an object such as .*, got null/],
  ['text/plain', /got "text\/plain"/],
  [['text/plain'], /got an array/],
  [new Map([['a', 'text/a']]), /got an instance of Map/],
  [{ 'tar.gz': 'a/b' }, /expected file extensions such as "mdx", got "tar.gz"/],
  [{ '': 'a/b' }, /got ""/],
  [{ '.': 'a/b' }, /got "\."/],
  [{ 'a/b': 'a/b' }, /got "a\/b"/],
  [{ a: 'text' }, /"mimeTypes\.a".*expected a media type such as "text\/plain", got "text"/],
  [{ a: 'text/a\r\nX: y' }, /"mimeTypes\.a"/],
  [{ a: 1 }, /"mimeTypes\.a".*got 1/],
])('compileMimeTypes throws for %o', (value, message) => {
  expect(() => compileMimeTypes('f', value)).toThrow(message);
});
