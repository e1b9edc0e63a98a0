import { describe, expect, test } from 'vitest';
import type { StaticOptions } from '../../src/options/static-options.ts';
import { compileSettings } from '../../src/options/static-options.ts';

test('compileSettings has the defaults of serve-static', () => {
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
    syncReads: true,
    fallback: undefined,
    list: false,
    setHeaders: undefined,
  });
});

test('compileSettings accepts an index, a list or false, and extensions with and without a dot', () => {
  expect(compileSettings({ index: false }).index).toEqual([]);
  expect(compileSettings({ index: ['a.html', 'b.html'] }).index).toEqual(['a.html', 'b.html']);
  expect(compileSettings({ extensions: ['html', '.htm'] }).extensions).toEqual(['.html', '.htm']);
  // The default of serve-static.
  expect(compileSettings({ extensions: false }).extensions).toEqual([]);
});

test('compileSettings accepts maxAge in milliseconds or with a unit, up to a year', () => {
  expect(compileSettings({ maxAge: 60_000 }).cacheControl).toBe('public, max-age=60');
  expect(compileSettings({ maxAge: '1d', immutable: true }).cacheControl).toBe(
    'public, max-age=86400, immutable',
  );
  expect(compileSettings({ maxAge: '10y' }).cacheControl).toBe('public, max-age=31536000');
  expect(compileSettings({ maxAge: '1d', cacheControl: false }).cacheControl).toBeUndefined();
});

describe('compileSettings throws for invalid options', () => {
  test.each([
    [{ maxage: 1 }, /^Unknown option "maxage" of serveStatic\(\): use "maxAge"/],
    [{ valueOf: 1 }, /^Unknown option "valueOf".*expected one of index, dotfiles,/],
    [{ dotfiles: 'hide' }, /"dotfiles".*expected "ignore", "deny" or "allow", got "hide"/],
    [{ maxAge: 'soon' }, /"maxAge".*expected milliseconds, or a duration.*got "soon"/],
    [{ maxAge: -1 }, /"maxAge".*got -1/],
    [{ index: true }, /"index".*expected file names without separators, got true/],
    [{ index: 'a/index.html' }, /"index".*got "a\/index\.html"/],
    [{ extensions: ['../x'] }, /"extensions".*got "\.\.\/x"/],
    [{ extensions: 'html', etag: 1 }, /"etag".*expected true or false, got 1/],
    [{ fallthrough: 'no' }, /"fallthrough".*got "no"/],
    [{ immutable: 'yes' }, /"immutable".*got "yes"/],
    [{ maxAge: 'soon', cacheControl: false }, /"maxAge".*got "soon"/],
    [{ immutable: 1, cacheControl: false }, /"immutable".*got 1/],
    [{ maxAge: Number.POSITIVE_INFINITY }, /"maxAge".*got Infinity/],
    [{ maxAge: 1n }, /"maxAge".*got 1n/],
    [{ index: '..' }, /"index".*got "\.\."/],
    [{ index: ['a', 'b\\c'] }, /"index".*got "b\\\\c"/],
    [{ extensions: ['.'] }, /"extensions".*got "\."/],
    [{ extensions: [''] }, /"extensions".*got ""/],
    [{ index: null }, /"index".*got null/],
    [{ maxAge: null }, /"maxAge".*got null/],
    [{ etag: null }, /"etag".*got null/],
    [{ dotfiles: null }, /"dotfiles".*got null/],
    [{ precompressed: true }, /"precompressed".*expected a list of "br", "zstd" and "gzip".*got true/],
    [{ precompressed: ['deflate'] }, /"precompressed".*got an array/],
    [{ precompressed: ['br', 'br'] }, /each at most once/],
    [{ precompressed: null }, /"precompressed".*got null/],
    [{ download: 1 }, /"download".*got 1/],
    [{ list: 'yes' }, /"list".*got "yes"/],
    [{ list: true, snapshot: true }, /"list" reads the disk, "snapshot" does not/],
    [{ fallback: true }, /"fallback".*expected the path of a file under the root, got true/],
    [{ fallback: '/index.html' }, /"fallback".*got ""/],
    [{ fallback: '../index.html' }, /"fallback".*got "\.\."/],
    [{ fallback: 'a\\b' }, /"fallback".*got "a/],
    [{ mimeTypes: { a: 'b' } }, /"mimeTypes\.a".*got "b"/],
    [{ setHeaders: null }, /"setHeaders".*got null/],
    [{ setHeaders: {} }, /"setHeaders".*expected a function, got an object/],
    [null, /^Invalid options of serveStatic\(\): expected an object, got null/],
  ])('%o', (options, message) => {
    expect(() => compileSettings(options as unknown as StaticOptions)).toThrow(message);
  });
});

const snapshotOf = (snapshot: unknown) => compileSettings({ snapshot } as StaticOptions).snapshot;

test('snapshot has defaults for true, and takes no snapshot for false and undefined', () => {
  expect(snapshotOf(true)).toEqual({
    maxBytes: 67_108_864,
    maxFileBytes: 262_144,
    maxEntries: 200_000,
  });
  expect(snapshotOf(false)).toBeUndefined();
  expect(snapshotOf(undefined)).toBeUndefined();
});

test('snapshot accepts limits, including 0', () => {
  expect(snapshotOf({ maxBytes: 0 })).toMatchObject({
    maxBytes: 0,
    maxFileBytes: 262_144,
  });
});

describe('snapshot throws for invalid limits', () => {
  test.each([
    ['yes', /"snapshot".*expected true, false or an object, got "yes"/],
    [null, /"snapshot".*got null/],
    [{ maxSize: 1 }, /Unknown option "maxSize".*expected one of maxBytes, maxFileBytes, maxEntries/],
    [{ maxBytes: -1 }, /"snapshot.maxBytes".*expected an integer of at least 0, got -1/],
    [{ maxFileBytes: '1mb' }, /"snapshot.maxFileBytes".*got "1mb"/],
    [{ maxEntries: 1.5 }, /"snapshot.maxEntries".*got 1.5/],
  ])('%o', (value, message) => {
    expect(() => snapshotOf(value)).toThrow(message);
  });
});
