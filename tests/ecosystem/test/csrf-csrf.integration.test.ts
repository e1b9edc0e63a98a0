import cookieParser from 'cookie-parser';
import { doubleCsrf } from 'csrf-csrf';
import type { ErrorRequestHandler } from 'express';
import { expect } from 'vitest';
import { packages } from '../works.ts';

const works = packages('csrf-csrf');

works('lets a POST pass only with the token that belongs to its cookie', async ({ app, serve }) => {
  const { doubleCsrfProtection, generateCsrfToken } = doubleCsrf({
    getSecret: () => 'secret',
    getSessionIdentifier: (req) => req.get('X-Session') ?? '',
    cookieName: 'csrf',
    cookieOptions: { secure: false, sameSite: 'strict' },
  });
  app.use(cookieParser());
  app.get('/token', (req, res) => void res.json(generateCsrfToken(req, res)));
  app.use(doubleCsrfProtection);
  app.post('/', (_req, res) => void res.send('passed'));
  app.use(
    ((error, _req, res, _next) =>
      void res.status(error.statusCode).send(error.code)) satisfies ErrorRequestHandler,
  );
  const { visitor } = await serve();
  const response = await visitor.get('/token', { 'X-Session': 'one' });
  expect(response.headers.getSetCookie()[0]).toMatch(/^csrf=.+; Path=\/; HttpOnly; SameSite=Strict$/);
  const token = response.json() as string;
  const post = (fields: Record<string, string>) => visitor.post('/', '', fields);
  expect((await post({ 'X-Session': 'one', 'X-CSRF-Token': token })).text).toBe('passed');
  const refused = await post({ 'X-Session': 'one' });
  expect([refused.status, refused.text]).toEqual([403, 'EBADCSRFTOKEN']);
  expect((await post({ 'X-Session': 'one', 'X-CSRF-Token': 'guess' })).status).toBe(403);
  expect((await post({ 'X-Session': 'two', 'X-CSRF-Token': token })).status).toBe(403);
});
