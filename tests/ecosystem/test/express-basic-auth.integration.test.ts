import basicAuth from 'express-basic-auth';
import { expect } from 'vitest';
import { packages } from '../works.ts';

const works = packages('express-basic-auth');

works('asks for a name and a password under its mount, and tells who has come', async ({ app, serve }) => {
  app.use(
    '/admin',
    basicAuth({
      users: { ada: 'secret' },
      challenge: true,
      realm: 'Things',
      unauthorizedResponse: { no: true },
    }),
  );
  app.get('/admin/me', (req, res) => void res.json((req as basicAuth.IBasicAuthedRequest).auth));
  app.get('/open', (_req, res) => void res.send('open'));
  const { visitor } = await serve();
  const as = (credentials: string) => ({ Authorization: `Basic ${btoa(credentials)}` });
  const refused = await visitor.get('/admin/me');
  expect([refused.status, refused.json()]).toEqual([401, { no: true }]);
  expect(refused.headers.get('www-authenticate')).toBe('Basic realm="Things"');
  expect((await visitor.get('/admin/me', as('ada:guess'))).status).toBe(401);
  expect((await visitor.get('/admin/me', as('ada:secret'))).json()).toEqual({
    user: 'ada',
    password: 'secret',
  });
  expect((await visitor.get('/open')).text).toBe('open');
});
