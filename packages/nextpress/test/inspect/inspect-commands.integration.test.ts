import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { FRAMEWORK, runCommand } from '../run-command.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nextpress-inspect-'));
  const lines = [
    `import { createServer, Router } from '${FRAMEWORK}';`,
    'const users = Router();',
    'users.use(function auth(req, res, next) { next(); });',
    "users.get('/:id', function show(req, res) { res.json(1); });",
    "users.post('/', function create(req, res) { res.json(2); });",
    'export const app = createServer();',
    "app.addHook('onRequest', function start(req, res, next) { next(); });",
    "app.use('/assets', function files(req, res, next) { next(); });",
    "app.use('/users', users);",
    "app.register(async function admin(scope) { scope.all('/stats', (req, res) => res.json(3)); }, { prefix: '/admin' });",
    "console.log('starting');",
  ];
  writeFileSync(join(folder, 'app.mjs'), lines.join('\n'));
});

describe('nextpress routes', () => {
  test('prints an aligned table of all routes, and nothing that the application prints', async () => {
    const { code, out, err } = await runCommand(folder, ['routes', 'app.mjs']);
    expect(out).toBe(
      [
        'METHOD  PATH          MIDDLEWARE   HANDLERS     REGISTERED AT',
        'GET     /users/:id    start, auth  show         app.mjs:4:7',
        'POST    /users        start, auth  create       app.mjs:5:7',
        'ALL     /admin/stats  start        <anonymous>  app.mjs:10:50',
        '',
        '3 routes. GET also responds to HEAD.',
        '',
      ].join('\n'),
    );
    expect(err).toBe('starting\n');
    expect(code).toBe(0);
  });

  test('prints the list as JSON', async () => {
    const { out } = await runCommand(folder, ['routes', 'app.mjs', '--json']);
    expect(JSON.parse(out)[2]).toEqual({
      methods: ['*'],
      path: '/admin/stats',
      middleware: ['start'],
      handlers: ['<anonymous>'],
      scope: 'admin',
      registeredAt: 'app.mjs:10:50',
    });
  });

  test('fails for a router, for a module without an application and for wrong arguments', async () => {
    writeFileSync(
      join(folder, 'made.mjs'),
      `import { Router } from '${FRAMEWORK}';\nexport default Router();`,
    );
    const made = await runCommand(folder, ['routes', 'made.mjs']);
    expect(made.err).toContain('No application with routes() and explain() in made.mjs');
    const missing = await runCommand(folder, ['routes', 'none.mjs']);
    expect(missing.err).toContain('Cannot load none.mjs');
    const arguments_ = await runCommand(folder, ['routes']);
    expect(arguments_.err).toContain('nextpress routes: expected one entry, such as app.mjs, got 0');
    expect([made.code, missing.code, arguments_.code]).toEqual([2, 2, 2]);
  });
});

describe('nextpress explain', () => {
  test('prints what runs, in order, and why the rest does not', async () => {
    const { code, out } = await runCommand(folder, ['explain', 'app.mjs', 'get', '/users/7']);
    expect(out).toBe(
      [
        'GET /users/7  show responds',
        '',
        'Runs',
        '  1  onRequest     start   /               app.mjs:7:5',
        '  2  router        router  /users          app.mjs:9:5',
        '  3    middleware  auth    /users          app.mjs:3:7',
        '  4    handler     show    GET /users/:id  app.mjs:4:7',
        '',
        'Does not run',
        '  middleware  files        /assets           does not match /users/7  app.mjs:8:5',
        '  handler     <anonymous>  ALL /admin/stats  does not match /users/7  app.mjs:10:50',
        '    handler   create       POST /users       does not match /7        app.mjs:5:7',
        '',
      ].join('\n'),
    );
    expect(code).toBe(0);
  });

  test('prints the response of the framework when no function responds', async () => {
    const { out } = await runCommand(folder, ['explain', 'app.mjs', 'PUT', '/users/7']);
    expect(out.split('\n')[0]).toBe('PUT /users/7  no function responds: 405, Allow: GET, HEAD, OPTIONS');
  });

  test('names the scope of the request', async () => {
    const { out } = await runCommand(folder, ['explain', 'app.mjs', 'GET', '/admin/stats']);
    expect(out.split('\n')[0]).toMatch(/^GET \/admin\/stats {2}.* responds, in scope \S+$/);
  });

  test('prints JSON', async () => {
    const { out } = await runCommand(folder, ['explain', 'app.mjs', 'GET', '/none', '--json']);
    const { runs, skipped, response } = JSON.parse(out);
    expect(runs.map(({ name }: { name: string }) => name)).toEqual(['start']);
    expect(skipped).toHaveLength(3);
    expect(response).toEqual({ status: 404 });
  });

  test('refuses a path without a slash, and wrong arguments', async () => {
    const path = await runCommand(folder, ['explain', 'app.mjs', 'GET', 'users']);
    expect(path.err).toContain("Invalid path in explain(): expected a path such as '/users/7'");
    const arguments_ = await runCommand(folder, ['explain', 'app.mjs', '/users']);
    expect(arguments_.err).toContain('expected an entry, a method and a path');
    expect([path.code, arguments_.code]).toEqual([2, 2]);
  });
});
