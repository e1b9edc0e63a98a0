import type { IncomingMessage, ServerResponse } from 'node:http';
import { formBody } from '@nextpress/form-body';
import express from 'express';
import { expectTypeOf, test } from 'vitest';

test('the middleware is typed for node:http and Express', () => {
  expectTypeOf(formBody()).toEqualTypeOf<
    (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void
  >();
  express().post('/', formBody({ extended: true, limit: '1mb', type: (req) => req.method === 'POST' }));
});

test('the types of the options are checked', () => {
  // @ts-expect-error: there is no such option
  formBody({ parameters: 1_000 });
  // @ts-expect-error: true or false
  formBody({ extended: 'no' });
});
