import { describe, expect, test } from 'vitest';
import { HttpError } from '../src/http-error.ts';
import { errorForNext, isThrownError, thrownProperty, thrownText } from '../src/thrown-value.ts';

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable(new Error('revoked'), {});
  revoke();
  return proxy;
}

const throwing = Object.defineProperty(new Error('a'), 'status', {
  get() {
    throw new Error('status');
  },
});

test.each([
  ['a property', Object.assign(new Error('a'), { status: 404 }), 404],
  ['a property of a primitive', 'text', undefined],
  ['a property of null', null, undefined],
  ['a getter that throws', throwing, undefined],
  ['a revoked Proxy', revoked(), undefined],
])('thrownProperty reads %s', (_what, thrown, value) => {
  expect(thrownProperty(thrown, 'status')).toBe(value);
});

test.each([
  ['an error', new TypeError('a'), true, 'a'],
  ['a string', 'a', false, 'a'],
  ['undefined', undefined, false, 'undefined'],
  ['a symbol', Symbol('a'), false, 'Symbol(a)'],
  ['an object without a prototype', Object.create(null), false, 'a value that cannot be printed'],
  ['a revoked Proxy', revoked(), false, 'a value that cannot be printed'],
])('isThrownError and thrownText accept %s', (_what, thrown, isError, text) => {
  expect([isThrownError(thrown), thrownText(thrown)]).toEqual([isError, text]);
});

test('instanceof HttpError is false for a revoked Proxy', () => {
  expect(revoked() instanceof HttpError).toBe(false);
});

describe('errorForNext', () => {
  test.each([undefined, null, false, 0, '', 'route', 'router'])('wraps %j in an error', (thrown) => {
    const error = errorForNext(thrown, 'the guard');
    expect(String(error)).toBe(`Error: the guard threw ${String(thrown)}`);
    expect((error as Error).cause).toBe(thrown);
  });

  test('returns any other value unchanged', () => {
    const error = new Error('a');
    expect([errorForNext(error, ''), errorForNext('closed', '')]).toEqual([error, 'closed']);
  });
});
