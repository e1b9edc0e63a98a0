// `node replaced-fs-child.mjs <import | require>`: serves files of a file system that replaces `node:fs`, and prints what a client gets.
import { once } from 'node:events';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { patchFs } from 'fs-monkey';
import { Volume } from 'memfs';

/** @type {typeof import('@nextpress/express').default} */
const express =
  process.argv[2] === 'require'
    ? createRequire(import.meta.url)('@nextpress/express')
    : (await import('@nextpress/express')).default;

patchFs(
  Volume.fromJSON({
    '/virtual/a.txt': 'in memory',
    '/virtual/large.txt': 'x'.repeat(300_000),
    '/virtual/index.html': 'the index',
    '/virtual/page.view': 'the view',
  }),
);

const app = express();
app.engine('view', (path, _options, done) => fs.readFile(path, 'utf8', done));
app.set('views', '/virtual');
app.get('/file', (_req, res) => res.sendFile('/virtual/a.txt'));
app.get('/rooted', (_req, res) => res.sendFile('a.txt', { root: '/virtual' }));
app.get('/download', (_req, res) => res.download('/virtual/a.txt'));
app.get('/view', (_req, res) => res.render('page.view'));
app.use(express.static('/virtual'));

const server = app.listen(0);
await once(server, 'listening');
const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
/** @type {Record<string, unknown>} */
const seen = {};
for (const path of ['/file', '/rooted', '/download', '/view', '/a.txt', '/', '/large.txt', '/none.txt']) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  const text = await response.text();
  seen[path] = [response.status, response.status === 200 && text.length < 100 ? text : text.length];
}
process.stdout.write(JSON.stringify(seen));
process.exit();
