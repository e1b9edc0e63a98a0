import createError from 'http-errors';
import { describe, expect, test, vi } from 'vitest';
import { HttpError, malformedTarget, PROBLEM } from '../src/http-error.ts';

describe('HttpError', () => {
  test('has a status, a code and a message', () => {
    const error = new HttpError(404, 'ERR_NOT_FOUND', 'Nothing here.');
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      status: 404,
      statusCode: 404,
      code: 'ERR_NOT_FOUND',
      message: 'Nothing here.',
    });
    expect(error.stack).toMatch(/^NotFoundError: Nothing here\./);
  });

  test.each([400, 404, 405, 406, 411, 412, 413, 414, 415, 416, 418, 421, 431, 500, 501, 505, 511])(
    'has the name and the enumerable properties of http-errors for %s',
    (status) => {
      const theirs = createError(status, 'why', { type: 'reason' });
      const ours = new HttpError(status, 'ERR_X', 'why', { type: 'reason' });
      expect(ours.name).toBe(theirs.name);
      expect(JSON.stringify(ours)).toBe(JSON.stringify(theirs));
      expect([ours.status, ours.statusCode, ours.expose]).toEqual([
        theirs.status,
        theirs.statusCode,
        theirs.expose,
      ]);
    },
  );

  test('exposes only the messages of client errors by default', () => {
    expect(new HttpError(499, 'E', '').expose).toBe(true);
    expect(new HttpError(500, 'E', '').expose).toBe(false);
    expect(new HttpError(500, 'E', '', { expose: true }).expose).toBe(true);
    expect(new HttpError(400, 'E', '', { expose: false }).expose).toBe(false);
  });

  test('has cause, type, headers and problem only if they are set', () => {
    const plain = new HttpError(400, 'E', '');
    expect(Object.keys(plain)).toEqual(['message']);
    expect('cause' in plain).toBe(false);

    const cause = new Error('why');
    const full = new HttpError(400, 'E', '', {
      cause,
      problem: { balance: 30 },
      type: 'entity.parse.failed',
      headers: { Allow: 'GET' },
    });
    expect(full).toMatchObject({ cause, type: 'entity.parse.failed', headers: { Allow: 'GET' } });
    expect(Reflect.get(full, PROBLEM)).toEqual({ balance: 30 });
    expect(Object.keys(full)).toEqual(['message', 'type', 'headers']);
  });

  test.each([null, 'abc', ['abc'], new Date(0)])('throws when the option problem is %o', (problem) => {
    expect(() => new HttpError(400, 'E', '', { problem: problem as never })).toThrow(
      'Invalid option "problem" of HttpError(): expected an object, got ',
    );
  });

  test('is matched by instanceof across copies of the class, but not by instanceof of a subclass', async () => {
    vi.resetModules();
    const copy = await import('../src/http-error.ts');
    expect(copy.HttpError).not.toBe(HttpError);
    expect(copy.malformedTarget()).toBeInstanceOf(HttpError);
    class Own extends HttpError {}
    expect(new Own(400, 'E', '')).toBeInstanceOf(HttpError);
    expect(new Own(400, 'E', '')).toBeInstanceOf(Own);
    for (const other of [malformedTarget(), new Error(), undefined]) expect(other).not.toBeInstanceOf(Own);
    for (const other of [new Error(), { status: 400 }, null, 'x'])
      expect(other).not.toBeInstanceOf(HttpError);
  });

  test.each([200, 399, 600, 404.5, Number.NaN])('throws when the status is %s', (status) => {
    expect(() => new HttpError(status, 'ERR_X', '')).toThrow(TypeError);
    expect(() => new HttpError(status, 'ERR_X', '')).toThrow('from 400 to 599');
  });
});

test('malformedTarget has status 400 and an exposed message', () => {
  const error = malformedTarget();
  expect(error).toBeInstanceOf(HttpError);
  expect(error).toMatchObject({ status: 400, code: 'ERR_REQUEST_TARGET', expose: true });
});
