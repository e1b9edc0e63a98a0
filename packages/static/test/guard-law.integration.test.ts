import { cpSync, symlinkSync } from 'node:fs';
import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { canonicalText, parseRequestTarget } from '@nextpress/semantics/request-target';
import { type StaticMiddleware, serveStatic } from '@nextpress/static';
import { expressStatic } from '@nextpress/static/express';
import type { Listening, RawResponse } from '@nextpress-internal/test-kit';
import { exchange, listen } from '@nextpress-internal/test-kit';
import express from 'express';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileTree } from './file-tree.ts';
import { respondToRest } from './hosts.ts';

// If a file under a guarded prefix is served, its guard ran. Hidden files and files outside the root are never served.

const tree = fileTree({
  'public/index.html': 'PUBLIC',
  'public/x/a.txt': 'PUBLIC',
  'public/admin/secret.txt': 'GUARDED',
  'public/admin/index.html': 'GUARDED',
  'public/admin/secret.txt.gz': 'GUARDED',
  'public/admin/x/secret.txt': 'GUARDED',
  'public/admin/x/GUARDED-by-name.txt': '',
  'public/administrator/a.txt': 'PUBLIC',
  'public/.env': 'HIDDEN',
  'public/admin/.env': 'HIDDEN',
  'public/.git/config': 'HIDDEN',
  'secret.txt': 'OUTSIDE',
  'publicevil/secret.txt': 'OUTSIDE',
  'admin/secret.txt': 'OUTSIDE',
});
cpSync(join(tree.path, 'public'), join(tree.path, 'followed'), { recursive: true });
symlinkSync(tree.path, join(tree.path, 'public', 'up'));

/** A guard that compares whole segments of the canonical path. */
function isGuarded(req: IncomingMessage, prefix: string): boolean {
  const pathname = parseRequestTarget(req.url ?? '')?.pathname ?? '';
  const canonical = canonicalText(prefix);
  return pathname === canonical || pathname.startsWith(`${canonical}/`);
}

function withGuard(files: StaticMiddleware): RequestListener {
  return (req, res) => {
    if (isGuarded(req, '/admin')) res.writeHead(401).end();
    else files(req, res, (error) => respondToRest(res, error));
  };
}

let guarded: Listening;
let guardedWithAll: Listening;
let guardedInMemory: Listening;
let guardedAsInExpress: Listening;
let inExpress: Listening;

beforeAll(async () => {
  const files = serveStatic(join(tree.path, 'public'), { extensions: ['txt'] });
  const all = serveStatic([join(tree.path, 'public', 'x'), join(tree.path, 'public')], {
    extensions: ['txt', 'html'],
    precompressed: ['gzip', 'br'],
    list: true,
    fallback: 'x/a.txt',
  });
  const inMemory = serveStatic([join(tree.path, 'public', 'x'), join(tree.path, 'public')], {
    extensions: ['txt', 'html'],
    precompressed: ['gzip', 'br'],
    snapshot: true,
    fallback: 'x/a.txt',
  });
  guarded = await listen(createServer(withGuard(files)));
  guardedWithAll = await listen(createServer(withGuard(all)));
  guardedInMemory = await listen(createServer(withGuard(inMemory)));
  // It follows links, so its tree has none that lead out.
  const followed = expressStatic(join(tree.path, 'followed'), { extensions: ['txt'] });
  guardedAsInExpress = await listen(createServer(withGuard(followed)));
  const app = express();
  app.use('/mount', files);
  app.use(files);
  app.use(((error, _req, res, _next) => respondToRest(res, error)) satisfies express.ErrorRequestHandler);
  inExpress = await listen(createServer(app));
});
afterAll(async () => {
  await guarded.close();
  await guardedWithAll.close();
  await guardedInMemory.close();
  await guardedAsInExpress.close();
  await inExpress.close();
  tree.remove();
});

const BROWSER = 'Accept: text/html\r\nAccept-Encoding: gzip, br\r\n';

async function get(server: Listening, targets: readonly string[], fields = ''): Promise<RawResponse[]> {
  const responses = targets.map(async (target) => {
    const bytes = `GET ${target} HTTP/1.1\r\nHost: localhost\r\n${fields}Connection: close\r\n\r\n`;
    const [response] = await exchange(server.port, bytes, { responses: 1 });
    return response;
  });
  return (await Promise.all(responses)).map(
    (response, i) => response ?? expect.fail(`no response to ${targets[i]}`),
  );
}

async function checkLaw(targets: readonly string[]): Promise<void> {
  for (const server of [guarded, guardedAsInExpress]) {
    for (const [i, { status, body }] of (await get(server, targets)).entries()) {
      expect([200, 301, 400, 401, 404], `status of ${targets[i]}`).toContain(status);
      expect(body, `body of ${targets[i]}`).not.toMatch(/GUARDED|HIDDEN|OUTSIDE/);
    }
  }
  for (const server of [guardedWithAll, guardedInMemory]) {
    for (const [i, { status, headers, body }] of (await get(server, targets, BROWSER)).entries()) {
      expect([200, 301, 400, 401, 404], `status of ${targets[i]} with all options`).toContain(status);
      expect(body, `body of ${targets[i]} with all options`).not.toMatch(/GUARDED|HIDDEN|OUTSIDE/);
      expect(headers.location ?? '/', `redirect of ${targets[i]} with all options`).toMatch(/^\/(?![/\\])/);
    }
  }
  for (const [i, { body, headers }] of (await get(inExpress, targets)).entries()) {
    expect(body, `body of ${targets[i]} in Express`).not.toMatch(/HIDDEN|OUTSIDE/);
    expect(headers.location ?? '/', `redirect of ${targets[i]}`).toMatch(/^\/(?![/\\])/);
  }
}

const CORPUS = [
  '//admin/secret.txt',
  '/admin//secret.txt',
  '///admin/secret.txt',
  '/admin%2Fsecret.txt',
  '/admin%2fsecret.txt',
  '/%61dmin/secret.txt',
  '/%2561dmin/secret.txt',
  '/./admin/secret.txt',
  '/x/../admin/secret.txt',
  '/x/%2e%2e/admin/secret.txt',
  '/x/.%2E/admin/secret.txt',
  '/x%2F..%2Fadmin/secret.txt',
  '/x%2f%2e%2e%2fadmin/secret.txt',
  '/%2Fadmin/secret.txt',
  '/ADMIN/secret.txt',
  '/admin;x/secret.txt',
  '/;/admin/secret.txt',
  '/admin%252Fsecret.txt',
  '/admin%5Csecret.txt',
  '/admin\\secret.txt',
  '/x/..\\admin/secret.txt',
  '/admin%00/secret.txt',
  '/admin/secret.txt%00',
  'http://localhost/admin/secret.txt',
  'http://localhost//admin/secret.txt',
  'http://evil.example/x/../admin/secret.txt',
  '/admin',
  '/admin/',
  '/admin/secret',
  '/admin/./secret.txt',
  '/admin?/x',
  '/?/admin/secret.txt',
  '/admin#/x',
  '/../secret.txt',
  '/../../secret.txt',
  '/x/../../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/..%5Csecret.txt',
  '/../publicevil/secret.txt',
  '/..publicevil/secret.txt',
  '/%252e%252e/secret.txt',
  '/up/secret.txt',
  '/up/public/admin/secret.txt',
  '/up/admin/secret.txt',
  '/.env',
  '/%2eenv',
  '/x/../.env',
  '/.git/config',
  '/%2egit/config',
  '/.env/',
  '/./.env',
  '/mount/../.env',
  '/mount/..%2f.env',
  '/mount//secret.txt',
  '/mount/../../secret.txt',
  '/%zz',
  '/%',
  '/CON',
  '/c:/secret.txt',
  '//evil.example/%2e%2e',
  '//evil.example/x/..',
  '/\\evil.example/..',
];

test('no published spelling gets past a guard', async () => {
  await checkLaw(CORPUS);
});

test('no generated spelling gets past a guard', async () => {
  const name = fc.constantFrom(
    'admin',
    'x',
    'secret.txt',
    'secret',
    '.env',
    '.git',
    'config',
    'up',
    'public',
    '',
    '.',
    '..',
  );
  const separator = fc.constantFrom(
    '/',
    '/',
    '/',
    '//',
    '%2F',
    '%2f',
    '\\',
    '%5C',
    '/./',
    '/../',
    '/x/../',
    ';/',
    '%00',
    '?/',
  );
  const spelt = fc
    .tuple(name, fc.integer({ min: 0, max: 3 }))
    .chain(([text, how]) =>
      how === 0
        ? fc
            .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
            .map((escaped) =>
              Array.from(text, (char, i) => (escaped[i] ? `%${char.charCodeAt(0).toString(16)}` : char)).join(
                '',
              ),
            )
        : fc.constant(how === 1 ? text.toUpperCase() : text),
    );
  const path = fc
    .array(fc.tuple(separator, spelt), { minLength: 1, maxLength: 6 })
    .map((parts) => parts.flat().join(''));
  const target = fc
    .tuple(fc.constantFrom('', '', '', '/mount', 'http://localhost', '/'), path)
    .map(([start, rest]) => start + rest)
    // Node rejects invalid request targets.
    .filter((text) => text.startsWith('/') || text.startsWith('http'));
  await fc.assert(
    fc.asyncProperty(fc.array(target, { minLength: 10, maxLength: 10 }), async (targets) =>
      checkLaw(targets),
    ),
    { numRuns: 40 },
  );
});

test('serves guarded files if the guard passes the request on', async () => {
  const responses = await get(inExpress, ['/admin/secret.txt', '/%61dmin/secret', '/mount/admin/']);
  expect(responses.map(({ body }) => body)).toEqual(['GUARDED', 'GUARDED', 'GUARDED']);
});
