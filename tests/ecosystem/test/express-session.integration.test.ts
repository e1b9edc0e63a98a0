import session from 'express-session';
import { expect } from 'vitest';
import { packages } from '../works.ts';

const works = packages('express-session');

declare module 'express-session' {
  interface SessionData {
    seen: string[];
  }
}

works(
  'finds a session again, saves it before the response ends, renews and ends it',
  async ({ app, serve }) => {
    app.use(session({ secret: 'secret', resave: false, saveUninitialized: false }));
    app.get('/leave', (req, res) => void req.session.destroy(() => res.send('left')));
    app.get('/renew', (req, res, next) => {
      const { seen } = req.session;
      req.session.regenerate((error) => {
        if (error) return next(error);
        if (seen !== undefined) req.session.seen = seen;
        res.json(req.session.seen);
      });
    });
    app.get('/quiet', (_req, res) => void res.send('quiet'));
    app.get('/see/:what', ({ session, params, sessionID }, res) => {
      session.seen = [...(session.seen ?? []), params.what];
      res.json({ seen: session.seen, id: sessionID });
    });
    const { visitor } = await serve();
    expect((await visitor.get('/quiet')).headers.getSetCookie()).toEqual([]);
    const { id } = (await visitor.get('/see/a')).json() as { id: string };
    expect(visitor.cookies).toMatch(/^connect\.sid=s%3A/);
    expect((await visitor.get('/see/b')).json()).toEqual({ seen: ['a', 'b'], id });
    expect((await visitor.get('/renew')).json()).toEqual(['a', 'b']);
    const renewed = (await visitor.get('/see/c')).json() as { seen: string[]; id: string };
    expect(renewed.seen).toEqual(['a', 'b', 'c']);
    expect(renewed.id).not.toBe(id);
    await visitor.get('/leave');
    expect((await visitor.get('/see/d')).json()).toMatchObject({ seen: ['d'] });
  },
);

works('sets a secure cookie behind a trusted proxy only', async ({ app, serve }) => {
  app.set('trust proxy', 'loopback');
  app.use(session({ secret: 'secret', resave: false, saveUninitialized: true, cookie: { secure: true } }));
  app.get('/', (req, res) => void res.json(req.secure));
  const { visitor } = await serve();
  const plain = await visitor.get('/');
  expect([plain.json(), plain.headers.getSetCookie()]).toEqual([false, []]);
  const secure = await visitor.get('/', { 'X-Forwarded-Proto': 'https' });
  expect(secure.json()).toBe(true);
  expect(secure.headers.getSetCookie()[0]).toContain('; Secure');
});
