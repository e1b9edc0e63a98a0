import createError from 'http-errors';
import { describe, expect, test, vi } from 'vitest';
import { HttpError, malformedTarget } from '../src/http-error.ts';

describe('HttpError', () => {
  test('carries status, code and message', () => {
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

  test('shows the message of a client error and hides that of a server error, unless told otherwise', () => {
    expect(new HttpError(499, 'E', '').expose).toBe(true);
    expect(new HttpError(500, 'E', '').expose).toBe(false);
    expect(new HttpError(500, 'E', '', { expose: true }).expose).toBe(true);
    expect(new HttpError(400, 'E', '', { expose: false }).expose).toBe(false);
  });

  test('has cause, type and headers only when they were given', () => {
    const plain = new HttpError(400, 'E', '');
    expect(Object.keys(plain)).toEqual(['message']);
    expect('cause' in plain).toBe(false);

    const cause = new Error('why');
    const full = new HttpError(400, 'E', '', {
      cause,
      type: 'entity.parse.failed',
      headers: { Allow: 'GET' },
    });
    expect(full).toMatchObject({ cause, type: 'entity.parse.failed', headers: { Allow: 'GET' } });
  });

  test('is also whatever another copy of it has made, and what extends it is not', async () => {
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

  test.each([200, 399, 600, 404.5, Number.NaN])('refuses the status %s', (status) => {
    expect(() => new HttpError(status, 'ERR_X', '')).toThrow(TypeError);
    expect(() => new HttpError(status, 'ERR_X', '')).toThrow('from 400 to 599');
  });
});

test('the error of a malformed target is a 400 whose message may be shown', () => {
  const error = malformedTarget();
  expect(error).toBeInstanceOf(HttpError);
  expect(error).toMatchObject({ status: 400, code: 'ERR_REQUEST_TARGET', expose: true });
});
