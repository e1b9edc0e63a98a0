// Serves one kind of application. Replies to each line of stdin with the bytes in use, and with the frames above the last handler.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { validate } from '@nextpress/validate';
import { createServer, serveStatic } from 'nextpress';
import express from 'nextpress/express';

const [kind, folder = ''] = process.argv.slice(2);
let frames = 0;
Error.stackTraceLimit = 200;

/** Counts the frames of the packages above a handler, once its server is warm. @param {import('nextpress').Handler} handler */
function watched(handler) {
  let calls = 0;
  return (/** @type {any} */ req, /** @type {any} */ res, /** @type {any} */ next) => {
    if (++calls === 100)
      frames = String(new Error('here').stack).split(/packages[\\/][\w-]+[\\/]dist/).length - 1;
    return handler(req, res, next);
  };
}

const sendHello = watched((_req, res) => void res.json({ hello: 'world' }));
const sendId = watched((req, res) => void res.json({ id: req.params.id }));
const sendBody = watched((req, res) => void res.json(req.body));
const body = { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] };
writeFileSync(join(folder, 'file.txt'), 'x'.repeat(1024));

const app = kind === 'express()' ? express() : createServer();
app.register(validate());
app.get('/', sendHello);
app.register((/** @type {any} */ scope) => void scope.get('/:id', sendId), { prefix: '/users' });
app.post('/payments', { schema: { body } }, sendBody);
app.get('/file.txt', watched(serveStatic(folder)));
const server = app.listen(0, '127.0.0.1', () => console.log(/** @type {any} */ (server.address()).port));

process.stdin.on('data', () => {
  // A mark in the list of system calls.
  existsSync('/request-costs-mark');
  const { used_heap_size: used, external_memory: external } = getHeapStatistics();
  console.log(JSON.stringify({ bytes: used + external, frames }));
});
process.stdin.on('end', () => process.exit());
