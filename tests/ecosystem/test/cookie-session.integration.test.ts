import cookieSession from 'cookie-session';
import type { Request } from 'express';
import { expect } from 'vitest';
import { packages } from '../works.ts';

/** The types of express-session, which are loaded too, give the property another type. */
type WithSession = Omit<Request, 'session'> & { session: { count?: number } | null };

const works = packages('cookie-session');

works('keeps a session in a signed cookie, changes it and ends it', async ({ app, serve }) => {
  app.use(cookieSession({ name: 'session', keys: ['secret'], httpOnly: true, sameSite: 'lax' }));
  app.get('/count', (req, res) => {
    const { session } = req as unknown as WithSession;
    if (session !== null) session.count = (session.count ?? 0) + 1;
    res.json(session?.count);
  });
  app.get('/leave', (req, res) => {
    (req as unknown as WithSession).session = null;
    res.send('left');
  });
  const { visitor } = await serve();
  const first = await visitor.get('/count');
  expect(first.headers.getSetCookie().map((line) => line.split('=')[0])).toEqual(['session', 'session.sig']);
  expect(first.headers.getSetCookie()[0]).toMatch(/; path=\/; samesite=lax; httponly/i);
  expect((await visitor.get('/count')).json()).toBe(2);
  const forged = visitor.cookies.replace(/session\.sig=[^;]+/, 'session.sig=forged');
  expect((await visitor.get('/count', { Cookie: forged })).json()).toBe(1);
  await visitor.get('/leave');
  expect(visitor.cookies).not.toContain('session=');
});
