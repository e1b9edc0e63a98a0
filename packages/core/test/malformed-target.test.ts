import { HttpError } from '@nextpress/semantics/http-error';
import { expect, test } from 'vitest';
import { malformedTarget } from '../src/index.ts';

test('the error of a malformed target is a 400 whose message may be shown', () => {
  const error = malformedTarget();
  expect(error).toBeInstanceOf(HttpError);
  expect(error).toMatchObject({ status: 400, code: 'ERR_REQUEST_TARGET', expose: true });
});
