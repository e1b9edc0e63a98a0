import helmet from 'helmet';
import { expect } from 'vitest';
import { packages } from '../works.ts';

const works = packages('helmet');

works('sets its headers on every response and removes X-Powered-By', async ({ app, serve }) => {
  app.use((_req, res, next) => {
    res.setHeader('X-Powered-By', 'test');
    next();
  });
  app.use(helmet({ contentSecurityPolicy: { directives: { 'img-src': ["'self'", 'https:'] } } }));
  app.get('/', (_req, res) => void res.send('safe'));
  app.use((_req, res) => void res.status(404).send('none'));
  const { visitor } = await serve();
  for (const path of ['/', '/none']) {
    const { headers } = await visitor.get(path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    expect(headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(headers.get('x-powered-by')).toBe(null);
  }
  const { headers } = await visitor.get('/');
  expect(headers.get('content-security-policy')).toContain("img-src 'self' https:");
});
