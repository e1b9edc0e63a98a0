import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { FRAMEWORK, ROOT, runCommand } from '../run-command.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nextpress-check-'));
});

const nextpress = (...args: string[]) => runCommand(folder, args);

function write(name: string, ...lines: string[]): string {
  writeFileSync(join(folder, name), lines.join('\n'));
  return name;
}

describe('nextpress check', () => {
  test('finds an exported application and prints the place of each problem', async () => {
    const entry = write(
      'shadowed.mjs',
      `import { createServer } from '${FRAMEWORK}';`,
      'const app = createServer();',
      "app.get('/users/:id', (req, res) => res.json(1));",
      "app.get('/users/me', (req, res) => res.json(2));",
      'export default app;',
    );
    const { code, out } = await nextpress('check', entry);
    expect(out).toBe(
      [
        'warning  GET /users/me seems never to be reached  shadowed.mjs:4:5',
        '  GET /users/:id matches the same requests and does not call next()  shadowed.mjs:3:5',
        '  Register GET /users/me first, or remove one of the two.',
        '',
        '1 warning in 2 routes, 0 middleware.',
        '',
      ].join('\n'),
    );
    expect(code).toBe(0);
  });

  test('exits with 1 for an error', async () => {
    const entry = write(
      'early.mjs',
      `import { createServer } from '${FRAMEWORK}';`,
      "export default createServer().get('/', (error, req, res, next) => next(error), (req, res) => res.json(1));",
    );
    const { code, out } = await nextpress('check', entry);
    expect(out).toMatch(/^error {2}GET \/ never receives an error {2}early\.mjs:2:/);
    expect(code).toBe(1);
  });

  test('lists which handlers of a route run before and after its validation', async () => {
    const entry = write(
      'validated.mjs',
      `import { createServer, Router } from '${FRAMEWORK}';`,
      'const app = createServer();',
      "app.addHook('onRoute', ({ options, addValidation }) => {",
      "  if (options.schema !== undefined) addValidation((req, res, next) => next(), ['body']);",
      '});',
      'function requireLogin(req, res, next) { next(); }',
      'function create(req, res) { res.json(1); }',
      'const schema = { body: {} };',
      "app.post('/guarded', requireLogin, { schema }, create);",
      "app.post('/late', { schema }, requireLogin, create);",
      "app.route('/both').all(requireLogin).get((req, res) => res.json(2)).put({ schema }, create);",
      'export default app;',
    );
    const { code, out } = await nextpress('check', entry);
    expect(out).toBe(
      [
        'No problems in 5 routes, 0 middleware.',
        '',
        'VALIDATED ROUTE  BEFORE VALIDATION  AFTER VALIDATION      REGISTERED AT',
        'POST /guarded    requireLogin       create                validated.mjs:9:5',
        'POST /late       -                  requireLogin, create  validated.mjs:10:5',
        'PUT /both        requireLogin       create                validated.mjs:11:5',
        '',
      ].join('\n'),
    );
    expect(code).toBe(0);
    const { validated } = JSON.parse((await nextpress('check', entry, '--json')).out);
    expect(validated[0]).toEqual({
      subject: 'POST /guarded',
      place: 'validated.mjs:9:5',
      before: ['requireLogin'],
      after: ['create'],
    });
  });

  test('finds an application that calls listen, and ends although a timer is active', async () => {
    const entry = write(
      'listens.mjs',
      `import { createServer } from '${FRAMEWORK}';`,
      "createServer().get('/', (req, res) => res.json(1)).listen(0, () => console.log('listening'));",
      'setInterval(() => {}, 1000);',
      'await new Promise(() => {});',
    );
    const { code, out } = await nextpress('check', entry);
    expect(out).toBe('No problems in 1 route, 0 middleware.\n');
    expect(code).toBe(0);
  });

  test('waits for the plugins of an application that calls listen', async () => {
    const plugin =
      'async (scope) => { await new Promise(setImmediate); scope.get("/late", (req, res) => res.json(1)); }';
    const entry = write(
      'plugins.mjs',
      `import { createServer } from '${FRAMEWORK}';`,
      `createServer().register(${plugin}).listen(0);`,
    );
    expect((await nextpress('check', entry)).out).toBe('No problems in 1 route, 0 middleware.\n');
    const failing = write(
      'failing.mjs',
      `import { createServer } from '${FRAMEWORK}';`,
      "export default createServer().register(async function db() { throw new Error('no database'); });",
    );
    const { code, err } = await nextpress('check', failing);
    expect(err).toMatch(/^Cannot load failing\.mjs: .*db.*no database/);
    expect(code).toBe(2);
  });

  test('prints JSON with --json, and exits with 1 for a warning with --strict', async () => {
    const entry = write(
      'warned.mjs',
      `import { createServer } from '${FRAMEWORK}';`,
      "export const app = createServer().get('/é', (req, res) => res.json(1));",
    );
    const { code, out } = await nextpress('check', entry, '--json');
    expect(JSON.parse(out)).toMatchObject({
      routes: 1,
      middleware: 0,
      problems: [
        { code: 'differs-from-express', severity: 'warning', subject: 'GET /é', place: 'warned.mjs:2:35' },
      ],
    });
    expect(code).toBe(0);
    expect((await nextpress('check', entry, '--strict')).code).toBe(1);
  });

  test('explains why there is no application to check', async () => {
    const entry = write('nothing.mjs', 'export default 1;');
    const { code, err } = await nextpress('check', entry);
    expect(err).toContain('No Nextpress application in nothing.mjs: expected a default export');
    expect(code).toBe(2);
    expect((await nextpress('check', 'absent.mjs')).err).toContain('Cannot load absent.mjs');
    const uncompiled = write('app.unknown', '');
    expect((await nextpress('check', uncompiled)).err).toContain('For TypeScript use Node 22.18 or newer');
    const express = write(
      'express.mjs',
      'export default Object.assign(() => {}, { handle() {}, engine() {} });',
    );
    expect((await nextpress('check', express)).err).toContain('expected nextpress/express, got express');
    expect((await nextpress('check')).err).toContain('expected one entry, such as app.mjs, got 0');
    expect((await nextpress('chek')).err).toContain('Unknown command "chek"');
  });

  test.each(['quickstart/server.mjs'])('reports nothing for the example %s', async (example) => {
    const { out, code } = await nextpress('check', join(ROOT, 'examples', example), '--strict');
    expect(out).toMatch(/^No problems in \d+ route/);
    expect(code).toBe(0);
  });
});
