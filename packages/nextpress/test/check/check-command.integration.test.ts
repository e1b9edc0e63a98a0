import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const COMMAND = join(ROOT, 'packages/nextpress/dist/command.js');
const FRAMEWORK = pathToFileURL(join(ROOT, 'packages/nextpress/dist/index.js')).href;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nextpress-check-'));
});

/** Runs the command as a shell would. */
function nextpress(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [COMMAND, ...args], { cwd: folder }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

function write(name: string, ...lines: string[]): string {
  writeFileSync(join(folder, name), lines.join('\n'));
  return name;
}

describe('nextpress check', { timeout: 60_000 }, () => {
  test('finds an application that a module exports, and says where each problem is', async () => {
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
        'error  GET /users/me is never reached  shadowed.mjs:4:5',
        '  GET /users/:id answers every request for it and passes none on  shadowed.mjs:3:5',
        '  Register GET /users/me before it, or remove one of the two.',
        '',
        '1 error in 2 routes, 0 middleware.',
        '',
      ].join('\n'),
    );
    expect(code).toBe(1);
  });

  test('finds an application that listens, does not let it, and ends though it keeps a timer', async () => {
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

  test('tells tools the same as JSON, and counts warnings with --strict', async () => {
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

  test('says what it needs where there is no application', async () => {
    const entry = write('nothing.mjs', 'export default 1;');
    const { code, err } = await nextpress('check', entry);
    expect(err).toContain('nothing.mjs holds no application of Nextpress: export it');
    expect(code).toBe(2);
    expect((await nextpress('check', 'absent.mjs')).err).toContain("absent.mjs can't be loaded");
    const untranslated = write('app.unknown', '');
    expect((await nextpress('check', untranslated)).err).toContain('Compile it first, or use Node 22.18');
    const express = write(
      'express.mjs',
      'export default Object.assign(() => {}, { handle() {}, engine() {} });',
    );
    expect((await nextpress('check', express)).err).toContain(
      'holds an application of Express: let it load nextpress/express in the place of express',
    );
    expect((await nextpress('check')).err).toContain('takes one entry');
    expect((await nextpress('chek')).err).toContain('has no command "chek"');
  });

  test.each(['quickstart/server.mjs'])('raises no alarm on the example %s', async (example) => {
    const { out, code } = await nextpress('check', join(ROOT, 'examples', example), '--strict');
    expect(out).toMatch(/^No problems in \d+ route/);
    expect(code).toBe(0);
  });
});
