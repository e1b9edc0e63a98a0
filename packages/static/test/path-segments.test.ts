import { describe, expect, test } from 'vitest';
import { pathSegments } from '../src/path-segments.ts';

test('pathSegments splits a path into decoded names', () => {
  expect(pathSegments('/a/b%20c/%C3%A9.txt', 'ignore')).toEqual({
    names: ['a', 'b c', 'é.txt'],
    directory: false,
  });
  expect(pathSegments('/a/', 'ignore')).toEqual({ names: ['a'], directory: true });
  expect(pathSegments('/', 'ignore')).toEqual({ names: [], directory: true });
});

test('pathSegments decodes a segment once', () => {
  expect(pathSegments('/%252e%252e/a', 'ignore')).toEqual({ names: ['%2e%2e', 'a'], directory: false });
});

describe('pathSegments refuses', () => {
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

describe('pathSegments hides a name that starts with a dot unless dotfiles are allowed', () => {
  test.each(['/.env', '/.git/config', '/a/.b/c', '/%2Eenv', '/...', '/.well-known/'])('%s', (path) => {
    expect(pathSegments(path, 'ignore')).toBe('hidden');
    expect(pathSegments(path, 'deny')).toBe('hidden');
    expect(pathSegments(path, 'allow')).toBeTypeOf('object');
  });
});

describe('pathSegments refuses names of devices, drives and streams on Windows', () => {
  test.each(['/CON', '/con.txt', '/a/NUL', '/aux .js', '/com1', '/LPT².log', '/c:', '/a:b', '/a.txt::$DATA'])(
    '%s',
    (path) => {
      expect(pathSegments(path, 'ignore', true)).toBe('unsafe');
      expect(pathSegments(path, 'ignore', false)).toBeTypeOf('object');
    },
  );
  test.each(['/console', '/com', '/com10', '/auxiliary.js', '/a.con'])('accepts %s', (path) => {
    expect(pathSegments(path, 'ignore', true)).toBeTypeOf('object');
  });
});

test('pathSegments rejects 16,000 slashes at the first one', () => {
  expect(pathSegments('/'.repeat(16_000), 'ignore')).toBe('unsafe');
});

test.each(['/a%00.txt', '/%FF', '/%C3', '/%ED%A0%80'])('pathSegments reports %s as malformed', (path) => {
  expect(pathSegments(path, 'allow', false)).toBe('malformed');
});
