import { createServer } from '@nextpress/server';
import { exchange, listen } from '@nextpress-internal/test-kit';
import { H3 } from 'h3';
import { Hono } from 'hono';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type FetchHandler, fromFetch } from '../src/index.ts';

/** Spellings of `/admin` that servers have interpreted in two ways. */
const SPELLINGS = [
  ...[
    '/admin',
    '/%61dmin',
    '/./admin',
    '/.%2e/admin',
    '/x/%2e%2e/admin',
    '/;/../admin',
    '/admin#x',
    '/x#/../admin',
  ],
  ...[
    '/a\\..\\admin',
    '/a/..\\admin',
    '/.\\admin',
    '/\\admin',
    '//admin',
    '/x/..%5cadmin',
    '/x/%2e%2e%5cadmin',
  ],
  ...['/x/..%2fadmin', '/x/..;/admin', '/a|b/../admin', '/%ff/../admin', '/x/.%00./admin', '/x?/../admin'],
  ...[
    'http://a/admin',
    'http://a/x/../admin',
    'http://a/x\\..\\admin',
    'HTTP://A/admin',
    '/admin%20',
    '/admin%2f',
  ],
];
const hono = new Hono().all('/admin', (c) => c.text('secret')).all('*', (c) => c.text('open'));
const h3 = new H3().all('/admin', () => 'secret').all('/**', () => 'open');

describe.each([true, false])(
  'no spelling of a host gets past a guard, with the fast lane: %s',
  (fastLane) => {
    const spellings = [
      'admin.example',
      'ADMIN.example',
      '%61dmin.example',
      'admin%2Eexample',
      'Admin.Example:80',
    ];

    test.each(spellings)('%s', async (host) => {
      const app = createServer({ fastLane, logError: () => {} });
      app.use((req, res, next) => {
        if (req.hostname === 'admin.example') res.sendStatus(403);
        else next();
      });
      app.use(
        fromFetch(({ url }) => new Response(new URL(url).hostname === 'admin.example' ? 'secret' : 'open')),
      );
      const { port, close } = await listen(app.listen(0, '127.0.0.1'));
      onTestFinished(close);
      const requests = [`/ HTTP/1.1\r\nHost: ${host}`, `http://${host}/ HTTP/1.1\r\nHost: a`];
      for (const request of requests) {
        const [response] = await exchange(port, `GET ${request}\r\nConnection: close\r\n\r\n`);
        expect([400, 403]).toContain(response?.status);
      }
    });
  },
);

describe.each([
  ['Hono', hono.fetch],
  ['h3', h3.fetch],
])('no spelling of a path gets past a guard to %s', (_name, handler) => {
  test.each([true, false])('with the fast lane: %s', async (fastLane) => {
    const app = createServer({ fastLane, logError: () => {} });
    app.use('/admin', (_req, res) => res.sendStatus(403));
    app.use(fromFetch(handler as FetchHandler));
    const { port, close } = await listen(app.listen(0, '127.0.0.1'));
    onTestFinished(close);
    const bodies: string[] = [];
    for (const spelling of SPELLINGS) {
      const [response] = await exchange(
        port,
        `GET ${spelling} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
      );
      bodies.push(response?.body ?? '');
    }
    expect(bodies).not.toContain('secret');
    expect(bodies).toContain('open');
    expect(bodies).toContain('Forbidden');
  });
});
