import type { IncomingMessage, ServerResponse } from 'node:http';
import { cors } from '@nextpress/cors';
import express from 'express';
import { expectTypeOf, test } from 'vitest';

test('the middleware is typed for node:http and Express', () => {
  expectTypeOf(cors()).toEqualTypeOf<
    (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void
  >();
  express().use(cors({ origin: ['https://a.example', /b/] }));
});

test('the types of the options are checked', () => {
  cors({ origin: async (origin) => origin === 'https://a.example' });
  cors({ origin: (origin) => (origin.endsWith('.a.example') ? origin : null) });
  cors({ origin: (origin) => Promise.resolve(origin).then((name) => name === 'https://a.example') });
  cors({ origin: () => Promise.reject(new Error('no database')) });
  cors({ origin: undefined, methods: undefined, cacheControl: 'no-store' });
  // @ts-expect-error: there is no such option
  cors({ origins: '*' });
  // @ts-expect-error: a number is not a valid result
  cors({ origin: (origin: string) => origin.indexOf('a') });
  cors({ maxAge: '600', headers: ['X-A'] });
  // @ts-expect-error: the value is in seconds, not a date
  cors({ maxAge: new Date() });
});

test('functions written for the cors package have the right types', () => {
  const allowed = ['https://a.example'];
  cors({
    origin(origin, callback) {
      expectTypeOf(origin).toEqualTypeOf<string>();
      if (allowed.includes(origin)) callback(null, true);
      else callback(new Error('Not allowed by CORS'));
    },
  });
  cors({
    origin: async (_origin: string | undefined, callback: (error: Error | null, allow?: boolean) => void) => {
      callback(null, true);
    },
  });
  // @ts-expect-error: the function may return invalid results
  cors({ origin: (_origin, callback) => callback(null, 7) });
});

test('a function that chooses options gets the request type of its server', () => {
  cors((req) => ({ origin: req.headers.host === 'a.example' }));
  cors(async (req) => ({ maxAge: req.complete ? 1 : 2 }));
  cors((_req, callback) => callback(null, { credentials: false }));
  express().use(cors((req) => ({ origin: req.hostname === 'a.example' })));
  express().use(cors((req: express.Request, callback) => callback(null, { origin: req.hostname === 'a' })));
  // @ts-expect-error: there is no such option
  cors(() => ({ origins: '*' }));
  // @ts-expect-error: a string is not an object of options
  cors(() => '*');
});
