// A library that changes the prototype of Express's layers, unmodified, in a process of its own.
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { capture } from '../../../scripts/child.mjs';

const require = createRequire(import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'express-async-errors-'));

beforeAll(() => {
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  symlinkSync(dirname(import.meta.dirname), join(modules, 'express'), 'dir');
  const library = dirname(require.resolve('express-async-errors/package.json'));
  cpSync(library, join(modules, 'express-async-errors'), { recursive: true, dereference: true });
});

afterAll(() => rmSync(folder, { recursive: true }));

const PROGRAM = `
const express = require('express');
require('express-async-errors');
const app = express();
const router = express.Router();
router.param('id', async (req, res, next, id) => {
  if (id === '0') throw new Error('param');
  next();
});
router.get('/:id', async () => {
  throw new Error('route');
});
app.use('/routed', router);
app.get('/thrown', async () => {
  throw new Error('thrown');
});
app.get('/nothing', async (req, res) => res.send('sent'));
app.use(async (error, req, res, next) => res.status(500).send(error.message));
const server = app.listen(0, '127.0.0.1', async () => {
  const ask = async (path) => {
    const response = await fetch('http://127.0.0.1:' + server.address().port + path);
    return response.status + ' ' + (await response.text());
  };
  const responses = [];
  for (const path of ['/routed/0', '/routed/1', '/thrown', '/nothing']) responses.push(await ask(path));
  console.log(JSON.stringify([typeof express.Router.prototype.constructor.param, responses]));
  process.exit();
});`;

test.each(['4', '5'])('works with the package installed as express, version %s', async (version) => {
  const { code, output } = await capture(process.execPath, ['--eval', PROGRAM], {
    cwd: folder,
    timeLimit: 100_000,
    env: { NEXTPRESS_EXPRESS: version },
  });
  expect(code, output).toBe(0);
  expect(JSON.parse(output)).toEqual(['function', ['500 param', '500 route', '500 thrown', '200 sent']]);
});
