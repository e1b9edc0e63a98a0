import { rateLimit } from 'express-rate-limit';
import { expect } from 'vitest';
import { packages } from '../works.ts';

const works = packages('express-rate-limit');

works(
  'counts the requests of each address, sends what remains, and responds with 429 above the limit',
  async ({ app, serve }) => {
    app.set('trust proxy', 'loopback');
    app.use(
      '/api',
      rateLimit({ windowMs: 60_000, limit: 2, standardHeaders: 'draft-8', legacyHeaders: true }),
    );
    app.get('/api/thing', (req, res) => void res.json(req.ip));
    app.get('/free', (_req, res) => void res.send('free'));
    const { visitor } = await serve();
    const from = (address: string) => visitor.get('/api/thing', { 'X-Forwarded-For': address });
    const first = await from('192.0.2.1');
    expect([first.status, first.json()]).toEqual([200, '192.0.2.1']);
    expect(first.headers.get('ratelimit')).toMatch(/r=1; t=\d+/);
    expect(first.headers.get('x-ratelimit-remaining')).toBe('1');
    expect((await from('192.0.2.1')).status).toBe(200);
    const third = await from('192.0.2.1');
    expect([third.status, third.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await from('192.0.2.2')).status).toBe(200);
    expect((await visitor.get('/free')).status).toBe(200);
  },
);
