import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { compileChoice } from '../src/policy-choice.ts';

const request = { url: '/open' } as IncomingMessage;

test('compileChoice returns a policy with Vary: Origin', () => {
  const choose = compileChoice((req) => ({ methods: req.url === '/open' ? 'PUT' : 'GET' }));
  expect(choose(request)).toMatchObject({ origin: 'any', methods: 'PUT', vary: 'Origin' });
});

test('compileChoice compiles frozen options once', () => {
  const frozen = Object.freeze({ origin: Object.freeze(['https://a.example']) });
  const choose = compileChoice(() => frozen);
  expect(choose(request)).toBe(choose(request));
});

test('compileChoice compiles other options for each request', () => {
  const origins = ['https://a.example'];
  for (const options of [{ maxAge: 1 }, Object.freeze({ origin: origins })]) {
    const choose = compileChoice(() => options);
    expect(choose(request)).not.toBe(choose(request));
  }
});

test('compileChoice accepts promises and callbacks', async () => {
  expect(await compileChoice(async () => ({ maxAge: 1 }))(request)).toMatchObject({ maxAge: '1' });
  const callingBack = compileChoice((_req, callback) => callback(null, { maxAge: 2 }));
  expect(await callingBack(request)).toMatchObject({ maxAge: '2' });
});

test('compileChoice throws for values other than an object', async () => {
  for (const given of [undefined, null, '*', true]) {
    const choose = compileChoice(() => given as never);
    expect(() => choose(request)).toThrow(
      /^Invalid result of the function passed to cors\(\): expected an object of options/,
    );
  }
  await expect(compileChoice((_req, callback) => callback())(request)).rejects.toThrow(/got null/);
  expect(() => compileChoice(() => ({ credentials: true }))(request)).toThrow(/"credentials: true"/);
});
