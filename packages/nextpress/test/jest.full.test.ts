// Jest loads CommonJS and does not support `module-sync`: runs the packed packages, instead of `express`, in an unmodified Jest.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { capture } from '../../../scripts/child.mjs';
import { npmCommand } from '../../../scripts/npm-command.mjs';
import { packAll } from '../../../scripts/pack.mjs';

const require = createRequire(import.meta.url);
const home = mkdtempSync(join(tmpdir(), 'nextpress-jest-'));

const LIBRARY = `
  const express = require('express');
  exports.express = express;
  exports.router = express.Router().get('/:name', (req, res) => res.send('library ' + req.params.name));`;

const TESTS = `
  const request = require('supertest');
  const express = require('express');
  const nextpress = require('nextpress');
  const library = require('library');

  const app = express();
  app.use(express.json(), express.urlencoded({ extended: true }));
  app.post('/echo', (req, res) => res.status(201).json(req.body));
  app.use('/library', library.router);
  app.get('/fails', async () => { throw new Error('broken'); });
  app.use((error, req, res, next) => res.status(error.status ?? 500).json({ message: error.message }));

  test('every require returns the same function', () => {
    expect(typeof express).toBe('function');
    expect(express.default).toBe(express);
    expect(library.express).toBe(express);
    // Two names are two copies of this small package, of one framework.
    expect(require('nextpress/express').request).toBe(express.request);
    expect(require('express/lib/response')).toBe(express.response);
    expect(require('express/package.json').version).toMatch(/^5[.]3[.]/);
  });
  test('body parsers read bodies', async () => {
    await request(app).post('/echo').send({ a: 1 }).expect(201, { a: 1 });
    await request(app).post('/echo').type('form').send('a[b]=1').expect(201, { a: { b: '1' } });
    await request(app).post('/echo').type('json').send('{').expect(400);
  });
  test('the application mounts a router of another package', () =>
    request(app).get('/library/x').expect('X-Powered-By', 'Express').expect(200, 'library x'));
  test('errors reach the error handler', () => request(app).get('/fails').expect(500, { message: 'broken' }));
  test('default pages are sent while the timers are faked', async () => {
    jest.useFakeTimers();
    try {
      await request(app).get('/none').expect(404);
      await request(app).options('/fails').expect(200);
      await request(app).post('/echo').send({ a: 1 }).expect(201, { a: 1 });
      const { inject } = require('@nextpress/inject');
      expect((await inject(app, { method: 'POST', url: '/echo', body: { a: 1 } })).body).toBe('{"a":1}');
    } finally {
      jest.useRealTimers();
    }
  });
  test('a request without a route gets 404', () => request(app).get('/none').expect(404, /Cannot GET/));
  test('createServer listens with the fast lane', async () => {
    const own = nextpress.createServer().use(nextpress.cors(), nextpress.jsonBody());
    own.post('/', (req, res) => res.json([req.body]));
    const server = own.listen(0);
    await request(server).post('/').send({ b: 2 }).expect('Access-Control-Allow-Origin', '*').expect(200, [{ b: 2 }]);
    await own.close();
  });
  test('inject and toFetch send requests without a socket', async () => {
    const { inject } = require('@nextpress/inject');
    const { toFetch } = require('@nextpress/fetch');
    const { status, body } = await inject(app, { method: 'POST', url: '/echo', body: { c: 3 } });
    expect([status, body]).toEqual([201, '{"c":3}']);
    const bytes = new ArrayBuffer(4);
    expect((await inject((req, res) => req.pipe(res), { method: 'PUT', url: '/', body: bytes })).bytes).toHaveLength(4);
    const response = await toFetch(app)(new Request('http://localhost/library/x'));
    expect(await response.text()).toBe('library x');
  });`;

beforeAll(async () => {
  const { folder, offline } = await packAll();
  writeFileSync(join(home, 'package.json'), JSON.stringify(manifest(offline)));
  mkdirSync(join(home, 'library'));
  const library = { name: 'library', version: '1.0.0', dependencies: { express: '^5.2.0' } };
  writeFileSync(join(home, 'library/package.json'), JSON.stringify(library));
  writeFileSync(join(home, 'library/index.js'), LIBRARY);
  const { command, args } = npmCommand('npm');
  const install = ['install', '--offline', '--install-links', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await capture(command, [...args, ...install], { cwd: home });
  if (code !== 0) throw new Error(`npm install failed:\n${output}`);
  rmSync(folder, { recursive: true });
  const supertest = realpathSync(dirname(require.resolve('supertest/package.json')));
  symlinkSync(supertest, join(home, 'node_modules/supertest'), 'junction');
  writeFileSync(join(home, 'app.test.js'), TESTS);
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

/** An application that depends on `express`, and on a library that does. */
function manifest(tarballs: ReadonlyMap<string, string>): object {
  const files = [...tarballs].map(([name, path]) => [name, `file:${path}`]);
  const { '@nextpress/express': express, ...others } = Object.fromEntries(files) as Record<string, string>;
  const dependencies = { ...others, express, library: 'file:library' };
  return { private: true, dependencies, overrides: { express: '$express', '@nextpress/express': express } };
}

test('Jest and supertest test an Express application', async () => {
  const { code, output } = await capture(
    process.execPath,
    [require.resolve('jest/bin/jest'), '--ci', '--rootDir', home],
    {
      cwd: home,
    },
  );
  expect(output).toMatch(/Tests:\s+8 passed, 8 total/);
  expect(code).toBe(0);
});
