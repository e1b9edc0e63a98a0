import { expect, test } from 'vitest';
import { compileMimeTypes } from '../../src/options/mime-types.ts';

test('extensions come with or without their dot, types with or without their charset', () => {
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
  [null, /^f: option "mimeTypes" is null; write an object such as/],
  ['text/plain', /"mimeTypes" is "text\/plain"/],
  [['text/plain'], /"mimeTypes" is text\/plain/],
  [new Map([['a', 'text/a']]), /"mimeTypes" is \[object Map\]/],
  [{ 'tar.gz': 'a/b' }, /has "tar.gz"; write what stands behind a name's last dot/],
  [{ '': 'a/b' }, /has ""/],
  [{ '.': 'a/b' }, /has "\."/],
  [{ 'a/b': 'a/b' }, /has "a\/b"/],
  [{ a: 'text' }, /has "text" for "a"; write a media type/],
  [{ a: 'text/a\r\nX: y' }, /for "a"; write a media type/],
  [{ a: 1 }, /has 1 for "a"/],
])('%o is refused with the remedy', (value, message) => {
  expect(() => compileMimeTypes('f', value)).toThrow(message);
});
