import { describe, expect, test } from 'vitest';
import { pathSegments } from '../../src/path/path-segments.ts';

test('a path is split into decoded names', () => {
  expect(pathSegments('/a/b%20c/%C3%A9.txt', 'ignore')).toEqual({
    names: ['a', 'b c', 'é.txt'],
    directory: false,
  });
  expect(pathSegments('/a/', 'ignore')).toEqual({ names: ['a'], directory: true });
  expect(pathSegments('/', 'ignore')).toEqual({ names: [], directory: true });
});

test('a segment is decoded once', () => {
  expect(pathSegments('/%252e%252e/a', 'ignore')).toEqual({ names: ['%2e%2e', 'a'], directory: false });
});

describe('what is not plainly safe is refused', () => {
  test.each([
    '//',
    '//a',
    '/a//b',
    '/a//',
    '/a%2Fb',
    '/%2F',
    '/a%5Cb',
    '/..%5Cb',
    '/%2F..%2Fa',
    '/..',
    '/./a',
    '/a/../b',
    '/%2e%2e/a',
  ])('%s', (path) => {
    expect(pathSegments(path, 'allow', false)).toBe('unsafe');
  });
});

describe('a name that begins with a dot is hidden unless it is allowed', () => {
  test.each(['/.env', '/.git/config', '/a/.b/c', '/%2Eenv', '/...', '/.well-known/'])('%s', (path) => {
    expect(pathSegments(path, 'ignore')).toBe('hidden');
    expect(pathSegments(path, 'deny')).toBe('hidden');
    expect(pathSegments(path, 'allow')).toBeTypeOf('object');
  });
});

describe('on Windows names of devices, drives and streams are refused', () => {
  test.each(['/CON', '/con.txt', '/a/NUL', '/aux .js', '/com1', '/LPT².log', '/c:', '/a:b', '/a.txt::$DATA'])(
    '%s',
    (path) => {
      expect(pathSegments(path, 'ignore', true)).toBe('unsafe');
      expect(pathSegments(path, 'ignore', false)).toBeTypeOf('object');
    },
  );
  test.each(['/console', '/com', '/com10', '/auxiliary.js', '/a.con'])('%s is an ordinary name', (path) => {
    expect(pathSegments(path, 'ignore', true)).toBeTypeOf('object');
  });
});

test('a path of 16,000 slashes is refused at the first', () => {
  expect(pathSegments('/'.repeat(16_000), 'ignore')).toBe('unsafe');
});

test.each(['/a%00.txt', '/%FF', '/%C3', '/%ED%A0%80'])('no file has a name like that of %s', (path) => {
  expect(pathSegments(path, 'allow', false)).toBe('malformed');
});
