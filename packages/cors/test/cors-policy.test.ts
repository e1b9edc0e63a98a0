import { describe, expect, test } from 'vitest';
import type { CorsOptions } from '../src/cors-options.ts';
import { compilePolicy, methodList, nameList } from '../src/cors-policy.ts';

const compile = (options: unknown) => () => compilePolicy(options as CorsOptions);

test('compilePolicy has the defaults of the cors package', () => {
  expect(compilePolicy({})).toEqual({
    origin: 'any',
    credentials: undefined,
    exposedHeaders: undefined,
    methods: 'GET,HEAD,PUT,PATCH,POST,DELETE',
    allowedHeaders: true,
    maxAge: undefined,
    cacheControl: undefined,
    preflightContinue: false,
    preflightStatus: 204,
    vary: undefined,
    preflightVary: 'Access-Control-Request-Headers',
  });
});

test('an undefined option has its default', () => {
  const absent = { origin: undefined, methods: undefined, maxAge: undefined, credentials: undefined };
  expect(compile(absent)()).toEqual(compilePolicy({}));
});

test('null stands for the default, except that a null origin means false', () => {
  const nulls = {
    methods: null,
    allowedHeaders: null,
    exposedHeaders: null,
    maxAge: null,
    credentials: null,
  };
  expect(compile(nulls)()).toEqual(compilePolicy({}));
  expect(compilePolicy({ origin: null })).toEqual(compilePolicy({ origin: false }));
});

test('headers is an alias of allowedHeaders, and maxAge may be a string', () => {
  expect(compilePolicy({ headers: ['X-A'] })).toEqual(compilePolicy({ allowedHeaders: ['X-A'] }));
  expect(compilePolicy({ maxAge: '600' })).toEqual(compilePolicy({ maxAge: 600 }));
});

test('cacheControl is seconds or a complete value', () => {
  expect(compilePolicy({ cacheControl: 600 }).cacheControl).toBe('max-age=600');
  expect(compilePolicy({ cacheControl: 'public, max-age=600' }).cacheControl).toBe('public, max-age=600');
});

test('methods may be empty', () => {
  expect(compilePolicy({ methods: [] }).methods).toBeUndefined();
});

test('lists are accepted as arrays and as comma-separated strings', () => {
  expect(compilePolicy({ methods: ['GET', 'PUT'] }).methods).toBe('GET,PUT');
  expect(compilePolicy({ methods: 'GET, PUT' }).methods).toBe('GET,PUT');
  expect(compilePolicy({ allowedHeaders: ' X-A ,X-B' }).allowedHeaders).toBe('X-A,X-B');
  expect(compilePolicy({ exposedHeaders: ['X-A'] }).exposedHeaders).toBe('X-A');
  expect(compilePolicy({ allowedHeaders: [] }).allowedHeaders).toBeUndefined();
});

test('vary contains Origin when the rule depends on it', () => {
  expect(compilePolicy({ origin: 'https://a.example' }).vary).toBe('Origin');
  expect(compilePolicy({ origin: true }).preflightVary).toBe('Origin, Access-Control-Request-Headers');
  expect(compilePolicy({ origin: true, allowedHeaders: 'X-A' }).preflightVary).toBe('Origin');
  expect(compilePolicy({ allowedHeaders: 'X-A' }).preflightVary).toBeUndefined();
});

test('vary contains Origin when options are chosen for each request', () => {
  expect(compilePolicy({}, true).vary).toBe('Origin');
  expect(compilePolicy({ origin: false }, true).vary).toBe('Origin');
});

describe('compilePolicy throws for invalid options', () => {
  test.each([
    [{ maxAge: '1d' }, /"maxAge" of cors\(\): expected whole seconds such as 600, got "1d"/],
    [{ maxAge: -1 }, /"maxAge".*got -1/],
    [{ maxAge: 0.5 }, /"maxAge".*got 0\.5/],
    [{ credentials: true }, /browsers ignore "credentials: true" together with "origin: '\*'"/],
    [{ origin: '*', credentials: true }, /List the origins that may send credentials/],
    [{ origin: 'https://a.example', credentials: true, allowedHeaders: '*' }, /"allowedHeaders".*literally/],
    [{ origin: true, credentials: true, exposedHeaders: ['*'] }, /"exposedHeaders".*literally/],
    [{ privateNetwork: true }, /^Unknown option "privateNetwork" of cors\(\)/],
    [
      { origins: '*' },
      /^Unknown option "origins" of cors\(\): expected one of origin, methods, allowedHeaders,/,
    ],
    [{ credentials: 'yes' }, /"credentials".*got "yes"/],
    [{ preflightContinue: 1 }, /"preflightContinue".*got 1/],
    [{ cacheControl: -1 }, /"cacheControl".*whole seconds.*got -1/],
    [{ cacheControl: '' }, /"cacheControl".*expected seconds, or directives.*got ""/],
    [{ cacheControl: 'a\r\nb: c' }, /"cacheControl".*got "a\\r\\nb: c"/],
    [{ optionsSuccessStatus: 304 }, /"optionsSuccessStatus".*expected an integer from 200 to 299, got 304/],
    [{ methods: () => ['PUT'] }, /"methods".*expected a list of names, got function methods/],
    [{ methods: 'get' }, /"methods".*expected "GET" \(methods are case-sensitive\), got "get"/],
    [{ methods: 7 }, /"methods".*got 7/],
    [{ allowedHeaders: ['X A'] }, /"allowedHeaders".*expected names.*got "X A"/],
    [{ allowedHeaders: 'X-A,,X-B' }, /"allowedHeaders".*got ""/],
    [{ exposedHeaders: [1] }, /"exposedHeaders".*got 1/],
    [{ exposedHeaders: ['X\r\nSet-Cookie: a=b'] }, /"exposedHeaders".*got "X/],
    [null, /^Invalid options of cors\(\): expected an object, got null/],
  ])('%o', (options, message) => {
    expect(compile(options)).toThrow(message);
  });
});

test('nameList joins names unchanged', () => {
  expect(nameList('exposedHeaders', ['X-A', ' x-b '], false)).toBe('X-A,x-b');
  expect(nameList('exposedHeaders', 'X-A , x-b', false)).toBe('X-A,x-b');
  expect(nameList('exposedHeaders', [], true)).toBeUndefined();
});

test("nameList accepts '*' without credentials", () => {
  expect(nameList('exposedHeaders', '*', false)).toBe('*');
  expect(() => nameList('exposedHeaders', '*', true)).toThrow(/literally/);
});

test('methodList throws for methods in lower case', () => {
  expect(methodList('GET, QUERY', true)).toBe('GET,QUERY');
  expect(() => methodList(['Patch'], true)).toThrow(/expected "PATCH"/);
});
