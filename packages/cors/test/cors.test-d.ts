import type { IncomingMessage, ServerResponse } from 'node:http';
import { cors } from '@nextpress/cors';
import express from 'express';
import { expectTypeOf, test } from 'vitest';

test('the middleware is typed against node:http and fits Express', () => {
  expectTypeOf(cors()).toEqualTypeOf<
    (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void
  >();
  express().use(cors({ origin: ['https://a.example', /b/] }));
});

test('the options are checked', () => {
  cors({ origin: async (origin) => origin === 'https://a.example' });
  cors({ origin: (_origin, req) => req.url === '/open' });
  // @ts-expect-error: there is no such option
  cors({ origins: '*' });
  // @ts-expect-error: a callback is not called
  cors({ origin: (_origin: string, _callback: (error: null, allow: boolean) => void) => {} });
  // @ts-expect-error: seconds are a number
  cors({ maxAge: '1d' });
});
