import favicon from 'serve-favicon';
import { expect } from 'vitest';
import { packages } from '../works.ts';

const works = packages('serve-favicon');

works('responds with the icon from memory and passes everything else on', async ({ app, serve }) => {
  app.use(favicon(Buffer.from('an icon'), { maxAge: '1d' }));
  app.get('/', (_req, res) => void res.send('page'));
  const { visitor } = await serve();
  const icon = await visitor.get('/favicon.ico');
  expect([icon.status, icon.text, icon.headers.get('content-type')]).toEqual([
    200,
    'an icon',
    'image/x-icon',
  ]);
  expect(icon.headers.get('cache-control')).toBe('public, max-age=86400');
  const again = await visitor.get('/favicon.ico', { 'If-None-Match': icon.headers.get('etag') ?? '' });
  expect(again.status).toBe(304);
  const put = await visitor.visit('/favicon.ico', { method: 'PUT' });
  expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  expect((await visitor.get('/')).text).toBe('page');
});
