// What npm would give to users: tarballs, installed in empty folders, without the network.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { binOf, capture } from '../../../scripts/child.mjs';
import { npmCommand } from '../../../scripts/npm-command.mjs';
import { packAll } from '../../../scripts/pack.mjs';
import { root } from '../../../scripts/root.mjs';

const home = mkdtempSync(join(tmpdir(), 'nextpress-packed-'));
const alone = join(home, 'router-alone');
const whole = join(home, 'whole');

async function install(folder: string, tarballs: readonly string[]): Promise<void> {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const { command, args } = npmCommand('npm');
  const install = ['install', '--offline', '--no-audit', '--no-fund', '--loglevel=error', ...tarballs];
  const { code, output } = await capture(command, [...args, ...install], { cwd: folder });
  if (code !== 0) throw new Error(`npm install failed:\n${output}`);
}

/** Runs a program in a folder; it prints one line of JSON. */
async function run(folder: string, name: string, program: string): Promise<unknown> {
  writeFileSync(join(folder, name), program);
  const { code, output } = await capture(process.execPath, [name], { cwd: folder, timeLimit: 20_000 });
  if (code !== 0) throw new Error(`${name} ended with code ${code}:\n${output}`);
  return JSON.parse(output);
}

/** Type-checks a program in a folder and returns what tsc says. */
async function check(folder: string, program: string, options: object): Promise<string> {
  writeFileSync(join(folder, 'program.ts'), program);
  const compilerOptions = {
    ...{
      strict: true,
      noEmit: true,
      target: 'es2023',
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
    },
    ...{ types: ['node'], typeRoots: [join(root, 'node_modules/@types')], ...options },
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  const { output } = await capture(process.execPath, [binOf('typescript', 'tsc'), '-p', folder]);
  return output;
}

const resolutions = [
  ['nodenext', { module: 'nodenext' }],
  ['bundler', { module: 'esnext', moduleResolution: 'bundler' }],
] as const;

/** Prints what an import leaves on Node's prototypes. */
const untouched = `
  const http = await import('node:http');
  const names = () => [http.IncomingMessage, http.ServerResponse].map((c) => Reflect.ownKeys(c.prototype).length);
  const before = String(names());
`;

beforeAll(async () => {
  const { folder, tarballs } = await packAll();
  const router = tarballs.get('@nextpress/router');
  if (router === undefined) throw new Error('the router was not packed');
  await install(alone, [router]);
  await install(whole, [...tarballs.values()]);
  rmSync(folder, { recursive: true });
}, 120_000);

afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('the router alone', () => {
  const found = `found: router.find('GET', '/users/7').params.id`;

  test('is all that is installed', () => {
    expect(readdirSync(join(alone, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      '@nextpress',
    ]);
    expect(readdirSync(join(alone, 'node_modules/@nextpress'))).toEqual(['router']);
  });

  test('is imported, and loads no module of Node that serves HTTP', async () => {
    const program = `
      import { createRouter } from '@nextpress/router';
      const router = createRouter().add('GET', '/users/:id', 'show');
      const loaded = process.moduleLoadList.includes('NativeModule http');
      console.log(JSON.stringify({ ${found}, loaded }));`;
    expect(await run(alone, 'import.mjs', program)).toEqual({ found: '7', loaded: false });
  });

  test('is required', async () => {
    const program = `
      const { createRouter } = require('@nextpress/router');
      const router = createRouter().add('GET', '/users/:id', 'show');
      console.log(JSON.stringify({ ${found} }));`;
    expect(await run(alone, 'require.cjs', program)).toEqual({ found: '7' });
  });

  test("leaves Node's prototypes as they are", async () => {
    const program = `${untouched}
      await import('@nextpress/router');
      console.log(JSON.stringify(before === String(names())));`;
    expect(await run(alone, 'prototypes.mjs', program)).toBe(true);
  });

  test.each(resolutions)('is typed under %s resolution', async (_, options) => {
    const program = `
      import { createRouter, type Router } from '@nextpress/router';
      const router: Router<number> = createRouter<number>();
      const value: number | undefined = router.add('GET', '/a', 1).find('GET', '/a')?.value;
      // @ts-expect-error a router of numbers stores no strings
      router.add('GET', '/b', 'two');
      export { value };`;
    expect(await check(alone, program, options)).toBe('');
  });
});

describe('the whole framework', () => {
  const serve = `
    const app = createServer();
    app.use(cors(), jsonBody());
    app.post('/echo/:name', (req, res) => res.json({ name: req.params.name, body: req.body }));
    const server = app.listen(0, async () => {
      const url = 'http://localhost:' + server.address().port + '/echo/a%20b';
      const headers = { 'Content-Type': 'application/json' };
      const response = await fetch(url, { method: 'POST', headers, body: '{"x":1}' });
      const origin = response.headers.get('access-control-allow-origin');
      console.log(JSON.stringify({ origin, answer: await response.json() }));
      await app.close();
    });`;
  const served = { origin: '*', answer: { name: 'a b', body: { x: 1 } } };

  test('serves when imported', async () => {
    const program = `import { cors, createServer, jsonBody } from 'nextpress';${serve}`;
    expect(await run(whole, 'import.mjs', program)).toEqual(served);
  });

  test('serves when required', async () => {
    const program = `const { cors, createServer, jsonBody } = require('nextpress');${serve}`;
    expect(await run(whole, 'require.cjs', program)).toEqual(served);
  });

  test("leaves Node's prototypes as they are", async () => {
    const program = `${untouched}
      await import('nextpress');
      console.log(JSON.stringify(before === String(names())));`;
    expect(await run(whole, 'prototypes.mjs', program)).toBe(true);
  });

  test.each(resolutions)('is typed under %s resolution', async (_, options) => {
    const program = `
      import { createServer, cors, jsonBody, serveStatic, type Handler } from 'nextpress';
      const log: Handler = (req, _res, next) => { void req.pathname; next(); };
      const app = createServer();
      app.use(log, cors(), jsonBody({ limit: 1_000 }), serveStatic('public'));
      app.get('/users/:id', (req, res) => {
        const id: string = req.params.id;
        // @ts-expect-error the pattern has no such parameter
        void req.params.nope;
        res.json({ id });
      });`;
    expect(await check(whole, program, options)).toBe('');
  });
});
