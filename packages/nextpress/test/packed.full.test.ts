// What npm would give to users: tarballs, installed in empty folders, without the network.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { binOf, capture } from '../../../scripts/child.mjs';
import { npmCommand } from '../../../scripts/npm-command.mjs';
import { packAll } from '../../../scripts/pack.mjs';
import { root } from '../../../scripts/root.mjs';

// Each type check is a process of its own.
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
  const { code, output } = await capture(process.execPath, [name], { cwd: folder, timeLimit: 100_000 });
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
  const { folder, offline, tarballs } = await packAll();
  const router = tarballs.get('@nextpress/router');
  if (router === undefined) throw new Error('the router was not packed');
  await install(alone, [router]);
  await install(whole, [...offline.values()]);
  rmSync(folder, { recursive: true });
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('the router alone', () => {
  const found = `found: router.find('GET', '/users/7').params.id`;

  test('is the only package installed', () => {
    expect(readdirSync(join(alone, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      '@nextpress',
    ]);
    expect(readdirSync(join(alone, 'node_modules/@nextpress'))).toEqual(['router']);
  });

  test('can be imported without loading an HTTP module of Node', async () => {
    const program = `
      import { createRouter } from '@nextpress/router';
      const router = createRouter().add('GET', '/users/:id', 'show');
      const loaded = process.moduleLoadList.includes('NativeModule http');
      console.log(JSON.stringify({ ${found}, loaded }));`;
    expect(await run(alone, 'import.mjs', program)).toEqual({ found: '7', loaded: false });
  });

  test('can be required', async () => {
    const program = `
      const { createRouter } = require('@nextpress/router');
      const router = createRouter().add('GET', '/users/:id', 'show');
      console.log(JSON.stringify({ ${found} }));`;
    expect(await run(alone, 'require.cjs', program)).toEqual({ found: '7' });
  });

  test("does not change Node's prototypes", async () => {
    const program = `${untouched}
      await import('@nextpress/router');
      console.log(JSON.stringify(before === String(names())));`;
    expect(await run(alone, 'prototypes.mjs', program)).toBe(true);
  });

  test.each(resolutions)('has types with %s resolution', async (_, options) => {
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
      console.log(JSON.stringify({ origin, body: await response.json() }));
      await app.close();
    });`;
  const served = { origin: '*', body: { name: 'a b', body: { x: 1 } } };

  test('serves when imported', async () => {
    const program = `import { cors, createServer, jsonBody } from 'nextpress';${serve}`;
    expect(await run(whole, 'import.mjs', program)).toEqual(served);
  });

  test('serves when required', async () => {
    const program = `const { cors, createServer, jsonBody } = require('nextpress');${serve}`;
    expect(await run(whole, 'require.cjs', program)).toEqual(served);
  });

  test("does not change Node's prototypes", async () => {
    const program = `${untouched}
      await import('nextpress');
      console.log(JSON.stringify(before === String(names())));`;
    expect(await run(whole, 'prototypes.mjs', program)).toBe(true);
  });

  test.each(resolutions)('has types with %s resolution', async (_, options) => {
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

describe('nextpress/express', () => {
  const serve = `
    const app = express();
    app.use(express.urlencoded(), express.Router().get('/hello/:name', (req, res) => res.send(req.params.name)));
    const server = app.listen(0, async () => {
      const response = await fetch('http://localhost:' + server.address().port + '/hello/world');
      const fields = ['x-powered-by', 'etag', 'content-type'].map((name) => response.headers.get(name));
      console.log(JSON.stringify([...fields, await response.text()]));
      await app.close();
    });`;
  const served = ['Express', 'W/"5-fCEUM/AgcVl3Qeb/Wo6jR4mrv0M"', 'text/html; charset=utf-8', 'world'];

  test('is a function when imported', async () => {
    const program = `import express from 'nextpress/express';${serve}`;
    expect(await run(whole, 'express.mjs', program)).toEqual(served);
  });

  test('is the function itself when required', async () => {
    const program = `const express = require('nextpress/express');${serve}`;
    expect(await run(whole, 'express.cjs', program)).toEqual(served);
  });

  test('exports its members by name', async () => {
    const program = `
      import express, { json, Router, static as files } from 'nextpress/express';
      import * as all from 'nextpress/express';
      const same = json === express.json && Router === express.Router && files === express.static;
      console.log(JSON.stringify([same, all.default === express]));`;
    expect(await run(whole, 'express-names.mjs', program)).toEqual([true, true]);
  });

  test.each(resolutions)('has types with %s resolution', async (_, options) => {
    const program = `
      import express, { type ErrorRequestHandler, type Request, type Response } from 'nextpress/express';
      const app: express.Application = express();
      const failed: ErrorRequestHandler = (_error, _req, res, _next) => { res.sendStatus(500); };
      app.use(express.json({ limit: '1mb' }), express.static('.'), failed);
      app.get('/users/:id', (req: Request, res: Response) => { res.render('user', { id: req.params.id }); });
      export { app };`;
    expect(await check(whole, program, options)).toBe('');
  });

  test('has types for CommonJS modules', async () => {
    const program = `
      import express = require('nextpress/express');
      const app: express.Application = express();
      app.get('/', (req: express.Request, res: express.Response) => { res.send(req.path); });
      app.use(express.Router());`;
    writeFileSync(join(whole, 'package.json'), '{ "private": true, "type": "commonjs" }');
    try {
      expect(await check(whole, program, { module: 'nodenext' })).toBe('');
    } finally {
      writeFileSync(join(whole, 'package.json'), '{ "private": true, "type": "module" }');
    }
  });
});
