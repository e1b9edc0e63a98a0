import type { IncomingMessage, ServerResponse } from 'node:http';
import { jsonBody } from '@nextpress/json-body';
import express from 'express';
import { expectTypeOf, test } from 'vitest';

test('the middleware is typed for node:http and Express', () => {
  expectTypeOf(jsonBody()).toEqualTypeOf<
    (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void
  >();
  express().post('/', jsonBody({ limit: '1mb', type: ['application/json', '+json'] }));
});

test('the types of the options are checked', () => {
  jsonBody({ limit: 1_000, reviver: (key, value) => (key === '' ? value : undefined) });
  // @ts-expect-error: there is no such option
  jsonBody({ limits: 1_000 });
  // @ts-expect-error: true or false
  jsonBody({ strict: 'no' });
});
