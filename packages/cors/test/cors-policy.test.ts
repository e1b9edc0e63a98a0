import { describe, expect, test } from 'vitest';
import type { CorsOptions } from '../src/cors-options.ts';
import { compilePolicy } from '../src/cors-policy.ts';

const compile = (options: unknown) => () => compilePolicy(options as CorsOptions);

test('the defaults are those of the cors package', () => {
  expect(compilePolicy({})).toEqual({
    origin: 'any',
    credentials: undefined,
    exposedHeaders: undefined,
    methods: 'GET,HEAD,PUT,PATCH,POST,DELETE',
    allowedHeaders: true,
    maxAge: undefined,
    cacheControl: undefined,
    privateNetwork: false,
    preflightContinue: false,
    preflightStatus: 204,
    vary: undefined,
    preflightVary: 'Access-Control-Request-Headers',
  });
});

test('an option that is undefined has its default', () => {
  const absent = { origin: undefined, methods: undefined, maxAge: undefined, credentials: undefined };
  expect(compile(absent)()).toEqual(compilePolicy({}));
});

test('null leaves an option out, and turns CORS off as the origin', () => {
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

test('headers is another name for allowedHeaders, and maxAge may be a text', () => {
  expect(compilePolicy({ headers: ['X-A'] })).toEqual(compilePolicy({ allowedHeaders: ['X-A'] }));
  expect(compilePolicy({ maxAge: '600' })).toEqual(compilePolicy({ maxAge: 600 }));
});

test('Cache-Control of a preflight is seconds or a whole value', () => {
  expect(compilePolicy({ cacheControl: 600 }).cacheControl).toBe('max-age=600');
  expect(compilePolicy({ cacheControl: 'public, max-age=600' }).cacheControl).toBe('public, max-age=600');
});

test('a method list may be empty, for the methods that need no permission', () => {
  expect(compilePolicy({ methods: [] }).methods).toBeUndefined();
});

test('lists may be written as lists or with commas, with spaces around', () => {
  expect(compilePolicy({ methods: ['GET', 'PUT'] }).methods).toBe('GET,PUT');
  expect(compilePolicy({ methods: 'GET, PUT' }).methods).toBe('GET,PUT');
  expect(compilePolicy({ allowedHeaders: ' X-A ,X-B' }).allowedHeaders).toBe('X-A,X-B');
  expect(compilePolicy({ exposedHeaders: ['X-A'] }).exposedHeaders).toBe('X-A');
  expect(compilePolicy({ allowedHeaders: [] }).allowedHeaders).toBeUndefined();
});

test('the answer depends on Origin as soon as the rule does', () => {
  expect(compilePolicy({ origin: 'https://a.example' }).vary).toBe('Origin');
  expect(compilePolicy({ origin: true }).preflightVary).toBe('Origin, Access-Control-Request-Headers');
  expect(compilePolicy({ origin: true, allowedHeaders: 'X-A' }).preflightVary).toBe('Origin');
  expect(compilePolicy({ allowedHeaders: 'X-A' }).preflightVary).toBeUndefined();
});

test('the answer to a preflight depends on the field of private networks as soon as they may be entered', () => {
  const policy = compilePolicy({ origin: true, privateNetwork: true, allowedHeaders: [] });
  expect(policy.preflightVary).toBe('Origin, Access-Control-Request-Private-Network');
  expect(policy.vary).toBe('Origin');
});

test('options that are chosen for a request may depend on its origin', () => {
  expect(compilePolicy({}, true).vary).toBe('Origin');
  expect(compilePolicy({ origin: false }, true).vary).toBe('Origin');
});

describe('options that make no sense are refused with the remedy', () => {
  test.each([
    [{ maxAge: '1d' }, /"maxAge" is 1d; write whole seconds/],
    [{ credentials: true }, /list the origins that may send credentials/],
    [{ origin: '*', credentials: true }, /"origin" is '\*', which browsers refuse/],
    [
      { origin: 'https://a.example', credentials: true, allowedHeaders: '*' },
      /"allowedHeaders" has '\*'.*literally/,
    ],
    [{ origin: true, credentials: true, exposedHeaders: ['*'] }, /"exposedHeaders" has '\*'/],
    [{ privateNetwork: true }, /"privateNetwork" is true and option "origin" is '\*'.*list the origins/],
    [{ origins: '*' }, /unknown option "origins"; the options are origin, methods, allowedHeaders,/],
    [{ allowMethods: ['PUT'] }, /unknown option "allowMethods"; write "methods"/],
    [{ allowHeaders: ['X-A'] }, /unknown option "allowHeaders"; write "allowedHeaders"/],
    [{ exposeHeaders: ['X-A'] }, /unknown option "exposeHeaders"; write "exposedHeaders"/],
    [{ delegator: () => ({}) }, /unknown option "delegator"; give the function itself/],
    [{ preflight: false }, /unknown option "preflight"; write preflightContinue: true/],
    [{ strictPreflight: false }, /unknown option "strictPreflight"; leave it out/],
    [{ privateNetwork: 'yes' }, /"privateNetwork" is yes; write true or false/],
    [{ cacheControl: -1 }, /"cacheControl" is -1; write whole seconds/],
    [{ cacheControl: '' }, /"cacheControl" is ""; write seconds, or directives/],
    [{ cacheControl: 'a\r\nb: c' }, /"cacheControl" is "a\\r\\nb: c"/],
    [
      { methods: () => ['PUT'] },
      /"methods" is of type function; to choose them per request write cors\(\(req\) =>/,
    ],
    [{ toString: 1 }, /unknown option "toString"/],
    [{ credentials: 'yes' }, /"credentials" is yes; write true or false/],
    [{ preflightContinue: 1 }, /"preflightContinue" is 1/],
    [{ maxAge: -1 }, /or 0 for no caching/],
    [{ maxAge: 0.5 }, /whole seconds/],
    [{ optionsSuccessStatus: 304 }, /from 200 to 299/],
    [{ methods: 'get' }, /case-sensitive; write "GET"/],
    [{ methods: 7 }, /"methods" is of type number/],
    [{ allowedHeaders: ['X A'] }, /"X A", which is not a name/],
    [{ allowedHeaders: 'X-A,,X-B' }, /"", which is not a name/],
    [{ exposedHeaders: [1] }, /has 1, which is not a name/],
    [{ exposedHeaders: ['X\r\nSet-Cookie: a=b'] }, /not a name/],
    [null, /takes an object of options, or a function that returns one, got null/],
    ['*', /got string/],
  ])('%o', (options, message) => {
    expect(compile(options)).toThrow(message);
  });
});
