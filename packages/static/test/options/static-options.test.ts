import { describe, expect, test } from 'vitest';
import type { StaticOptions } from '../../src/options/static-options.ts';
import { compileSettings } from '../../src/options/static-options.ts';

test("the defaults are serve-static's", () => {
  expect(compileSettings({})).toEqual({
    likeSend: false,
    slice: undefined,
    index: ['index.html'],
    dotfiles: 'ignore',
    extensions: [],
    fallthrough: true,
    redirect: true,
    acceptRanges: true,
    cacheControl: 'public, max-age=0',
    etag: true,
    lastModified: true,
    precompressed: [],
    mimeTypes: new Map(),
    download: false,
    fallback: undefined,
    list: false,
    setHeaders: undefined,
  });
});

test('an index may be a name, a list or none; extensions come with or without their dot', () => {
  expect(compileSettings({ index: false }).index).toEqual([]);
  expect(compileSettings({ index: ['a.html', 'b.html'] }).index).toEqual(['a.html', 'b.html']);
  expect(compileSettings({ extensions: ['html', '.htm'] }).extensions).toEqual(['.html', '.htm']);
  // As serve-static has its default.
  expect(compileSettings({ extensions: false }).extensions).toEqual([]);
});

test('maxAge is in milliseconds, or says its unit; a year is the most', () => {
  expect(compileSettings({ maxAge: 60_000 }).cacheControl).toBe('public, max-age=60');
  expect(compileSettings({ maxAge: '1d', immutable: true }).cacheControl).toBe(
    'public, max-age=86400, immutable',
  );
  expect(compileSettings({ maxAge: '10y' }).cacheControl).toBe('public, max-age=31536000');
  expect(compileSettings({ maxAge: '1d', cacheControl: false }).cacheControl).toBeUndefined();
});

describe('options that make no sense are refused with the remedy', () => {
  test.each([
    [{ maxage: 1 }, /unknown option "maxage"; the options are index, dotfiles,/],
    [{ valueOf: 1 }, /unknown option "valueOf"/],
    [{ dotfiles: 'hide' }, /"dotfiles" is "hide"; write 'ignore', 'deny' or 'allow'/],
    [{ maxAge: 'soon' }, /"maxAge" is "soon"; write milliseconds/],
    [{ maxAge: -1 }, /"maxAge" is -1/],
    [{ index: true }, /"index" has true; write names/],
    [{ index: 'a/index.html' }, /"a\/index\.html"; write names, without a separator/],
    [{ extensions: ['../x'] }, /without a separator/],
    [{ extensions: 'html', etag: 1 }, /"etag" is 1; write true or false/],
    [{ fallthrough: 'no' }, /"fallthrough" is "no"/],
    [{ immutable: 'yes' }, /"immutable" is "yes"/],
    [{ maxAge: 'soon', cacheControl: false }, /"maxAge" is "soon"/],
    [{ immutable: 1, cacheControl: false }, /"immutable" is 1/],
    [{ maxAge: Number.POSITIVE_INFINITY }, /"maxAge" is Infinity; write/],
    [{ maxAge: 1n }, /"maxAge" is 1; write/],
    [{ index: '..' }, /"index" has "\.\."; write names/],
    [{ index: ['a', 'b\\c'] }, /"index" has "b\\\\c"/],
    [{ extensions: ['.'] }, /"extensions" has "\."; write names/],
    [{ extensions: [''] }, /"extensions" has ""/],
    [{ index: null }, /"index" has null/],
    [{ maxAge: null }, /"maxAge" is null/],
    [{ etag: null }, /"etag" is null/],
    [{ dotfiles: null }, /"dotfiles" is null/],
    [{ precompressed: true }, /"precompressed" is true; write a list of 'br', 'zstd' and 'gzip'/],
    [{ precompressed: ['deflate'] }, /"precompressed" is deflate/],
    [{ precompressed: ['br', 'br'] }, /each at most once/],
    [{ precompressed: null }, /"precompressed" is null/],
    [{ download: 1 }, /"download" is 1; write true or false/],
    [{ list: 'yes' }, /"list" is "yes"; write true or false/],
    [{ list: true, snapshot: true }, /"list" reads the disk, option "snapshot" keeps from it/],
    [{ fallback: true }, /"fallback" is true; write the path of a file under the root/],
    [{ fallback: '/index.html' }, /"fallback" has ""; write names/],
    [{ fallback: '../index.html' }, /"fallback" has "\.\."; write names/],
    [{ fallback: 'a\\b' }, /"fallback" has "a/],
    [{ mimeTypes: { a: 'b' } }, /"mimeTypes" has "b" for "a"/],
    [{ setHeaders: null }, /"setHeaders"/],
    [{ setHeaders: {} }, /"setHeaders" is of type object; write a function/],
    [null, /takes an object of options, got null/],
  ])('%o', (options, message) => {
    expect(() => compileSettings(options as unknown as StaticOptions)).toThrow(message);
  });
});
