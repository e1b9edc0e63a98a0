import cookieParser from 'cookie-parser';
import { expect } from 'vitest';
import { packages } from '../works.ts';

const works = packages('cookie-parser');

works(
  'reads cookies, in JSON and signed by res.cookie, and refuses a forged signature',
  async ({ app, serve }) => {
    app.use(cookieParser(['new secret', 'old secret']));
    app.get('/set', (_req, res) => {
      res.cookie('user', 'ada', { signed: true, httpOnly: true }).cookie('cart', { items: 2 }).send('set');
    });
    app.get('/read', ({ cookies, signedCookies }, res) => void res.json({ cookies, signedCookies }));
    const { visitor } = await serve();
    await visitor.get('/set');
    expect((await visitor.get('/read')).json()).toEqual({
      cookies: { cart: { items: 2 } },
      signedCookies: { user: 'ada' },
    });
    const forged = await visitor.get('/read', { Cookie: 'user=s%3Aada.forged; plain=a%20b' });
    expect(forged.json()).toEqual({ cookies: { plain: 'a b' }, signedCookies: { user: false } });
  },
);
