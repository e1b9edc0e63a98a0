// `express.static` after middleware that rewrites `req.url`.
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import { afterAll } from 'vitest';
import { get } from './ask.ts';
import { type Case, compare } from './compare.ts';
import { VERSION_4 } from './version-4.ts';

const root = mkdtempSync(join(tmpdir(), 'side-by-side-rewritten-urls-'));
for (const name of ['a.txt', 'docs/index.html', 'docs/deep/index.html']) {
  mkdirSync(join(root, name, '..'), { recursive: true });
  writeFileSync(join(root, name), name);
  utimesSync(join(root, name), new Date('2026-01-02'), new Date('2026-01-02'));
}
afterAll(() => rmSync(root, { recursive: true }));

const rewrites: Readonly<Record<string, (url: string) => string>> = {
  'another directory': (url) => url.replace('/old', '/docs'),
  'a directory below': (url) => url.replace('/old', '/docs/deep'),
  'a path without its prefix': (url) => url.replace('/v1', ''),
  'a directory for every file': (url) => (url.endsWith('/') ? url : '/docs'),
  'a path with a query': (url) => `${url}?x=1`,
};

const asks = ['/old', '/old/', '/old?x=1', '/v1/docs', '/v1/docs/', '/v1/a.txt', '/docs', '/none'].flatMap(
  (path) => [get(path), get(`/mounted${path}`)],
);

const rewriting = (rewrite: (url: string) => string): Case => ({
  app: (express) => {
    const app = express().set('env', 'production');
    const changes: RequestHandler = (req, _res, next) => {
      req.url = rewrite(req.url);
      next();
    };
    app.use('/mounted', changes, express.static(root));
    app.use(changes, express.static(root));
    return app.use((req, res) => void res.end(`${req.originalUrl} ${req.url}`));
  },
  asks,
});

const cases = {
  'express.static after middleware that rewrites the URL to': Object.fromEntries(
    Object.entries(rewrites).map(([name, rewrite]) => [name, rewriting(rewrite)]),
  ),
};

compare(cases);
compare(cases, VERSION_4);
