import { describe, expect, test } from 'vitest';
import type { OriginTest } from '../src/origin-rule.ts';
import { compileOrigin } from '../src/origin-rule.ts';

function allows(option: unknown, origin: string): boolean | PromiseLike<boolean> {
  return (compileOrigin(option) as OriginTest)(origin);
}

test("compileOrigin returns any for '*' and off for false", () => {
  expect(compileOrigin('*')).toBe('any');
  expect(compileOrigin(false)).toBe('off');
});

test('a string allows only itself', () => {
  expect(allows('https://a.example', 'https://a.example')).toBe(true);
  expect(allows('https://a.example', 'https://a.example.evil')).toBe(false);
  expect(allows('https://a.example', 'http://a.example')).toBe(false);
  expect(allows('https://a.example', 'https://A.example')).toBe(false);
});

test('a list allows its strings and patterns, an empty one nothing', () => {
  const list = ['https://a.example', /^https:\/\/[a-z]+\.b\.example$/];
  expect(allows(list, 'https://a.example')).toBe(true);
  expect(allows(list, 'https://x.b.example')).toBe(true);
  expect(allows(list, 'https://b.example')).toBe(false);
  expect(allows([], 'https://a.example')).toBe(false);
});

test('a pattern with the flag g or y has the same result each time and is not changed', () => {
  for (const pattern of [/^https:\/\/a\.example$/g, /https:\/\/a\.example$/y]) {
    const rule = compileOrigin(pattern) as OriginTest;
    pattern.lastIndex = 3;
    for (let i = 0; i < 4; i++) expect(rule('https://a.example')).toBe(true);
    expect(rule('xhttps://a.example')).toBe(false);
    expect(pattern.lastIndex).toBe(3);
  }
});

test('the origin null is allowed only by its name', async () => {
  expect(allows('null', 'null')).toBe(true);
  expect(allows(['https://a.example', 'null'], 'null')).toBe(true);
  expect(allows(() => 'null', 'null')).toBe(true);
  expect(allows(true, 'null')).toBe(false);
  expect(allows(/./, 'null')).toBe(false);
  expect(allows(() => true, 'null')).toBe(false);
  expect(await allows(async () => true, 'null')).toBe(false);
});

test('a function may return a boolean, an origin or a promise', async () => {
  expect(allows(() => true, 'https://a.example')).toBe(true);
  expect(allows(() => false, 'https://a.example')).toBe(false);
  expect(allows(() => 'https://a.example', 'https://a.example')).toBe(true);
  expect(allows(() => 'https://a.example', 'https://b.example')).toBe(false);
  expect(await allows(async () => 'https://a.example', 'https://a.example')).toBe(true);
});

test('a function may return a pattern or a list', async () => {
  expect(allows(() => /^https:\/\/a\./, 'https://a.example')).toBe(true);
  expect(allows(() => ['https://b.example', /^https:\/\/a\./g], 'https://a.example')).toBe(true);
  expect(allows(() => ['https://b.example'], 'https://a.example')).toBe(false);
  expect(await allows(async () => [], 'https://a.example')).toBe(false);
  expect(() => allows(() => ['https://a.example/'], 'https://a.example')).toThrow(
    /expected "https:\/\/a\.example"/,
  );
});

test('a function that returns null does not allow the origin', async () => {
  expect(allows(() => null, 'https://a.example')).toBe(false);
  expect(await allows(async () => null, 'null')).toBe(false);
});

test('a function that returns an invalid result throws', async () => {
  for (const response of [undefined, '*', 1, {}]) {
    const message =
      /^Invalid result of the function "origin" of cors\(\): expected a boolean, null, an origin/;
    expect(() => allows(() => response, 'https://a.example')).toThrow(message);
    await expect(allows(async () => response, 'https://a.example')).rejects.toThrow(message);
  }
});

test('a function with a second parameter may call back synchronously or later', async () => {
  type Callback = (error: Error | null, allow?: unknown) => void;
  const atOnce = (_origin: string, callback: Callback) => callback(null, true);
  const later = (_origin: string, callback: Callback) =>
    void setImmediate(callback, null, ['https://a.example']);
  expect(await allows(atOnce, 'https://a.example')).toBe(true);
  expect(await allows(atOnce, 'null')).toBe(false);
  expect(await allows(later, 'https://a.example')).toBe(true);
  expect(await allows(later, 'https://b.example')).toBe(false);
  expect(await allows((_: string, callback: Callback) => callback(null), 'https://a.example')).toBe(false);
  const refusing = (_: string, callback: Callback) => callback(new Error('Not allowed by CORS'));
  await expect(allows(refusing, 'https://a.example')).rejects.toThrow('Not allowed by CORS');
});

test('only single origins with a scheme are allowed by true and by patterns', () => {
  for (const origin of [
    'null',
    '',
    'a.example',
    'https://a.example, https://b.example',
    'https://a\tb',
    'https://é',
  ]) {
    for (const option of [true, /./, () => true, () => [/./]]) expect(allows(option, origin)).toBe(false);
  }
  expect(allows((origin: string) => origin, 'https://a.example, https://b.example')).toBe(false);
});

describe('compileOrigin throws for strings that browsers never send', () => {
  test.each([
    [
      'https://a.example/',
      /expected "https:\/\/a\.example", as browsers send it, got "https:\/\/a\.example\/"/,
    ],
    ['https://a.example/path', /expected "https:\/\/a\.example"/],
    ['https://A.example', /expected "https:\/\/a\.example"/],
    ['https://a.example:443', /expected "https:\/\/a\.example"/],
    ['http://user@a.example', /expected "http:\/\/a\.example"/],
    ['https://bücher.example', /expected "https:\/\/xn--bcher-kva\.example"/],
    ['https://*.a.example', /expected a RegExp with \^ and \$/],
    ['a.example', /expected an origin such as "https:\/\/app\.example"/],
    ['localhost:3000', /expected an origin such as/],
    ['', /expected an origin such as/],
    [['*'], /expected "\*" by itself/],
    [[true], /expected an array of origins and RegExps, without other items, got true/],
    [[['https://a.example']], /got an array/],
    [null, /expected "\*", a boolean, an origin/],
    [7, /got 7/],
  ])('%j', (option, message) => {
    expect(() => compileOrigin(option)).toThrow(message);
  });
});

test('compileOrigin accepts other schemes and ports', () => {
  for (const origin of [
    'http://localhost:3000',
    'http://[::1]:8080',
    'chrome-extension://abcdefghijklmnop',
    'capacitor://localhost',
  ]) {
    expect(allows(origin, origin)).toBe(true);
  }
});
