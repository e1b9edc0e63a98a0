import { fileURLToPath } from 'node:url';
import serveIndex from 'serve-index';
import { expect } from 'vitest';
import { packages } from '../works.ts';

const works = packages('serve-index');
const files = fileURLToPath(new URL('files', import.meta.url));

works('lists a folder in the form that the client accepts', async ({ app, serve }) => {
  app.use('/files', serveIndex(files));
  app.use((_req, res) => void res.status(404).send('none'));
  const { visitor } = await serve();
  expect((await visitor.get('/files/', { Accept: 'application/json' })).json()).toEqual([
    'folder',
    'hello.txt',
    'index.html',
  ]);
  const page = await visitor.get('/files/folder/', { Accept: 'text/html' });
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.text).toContain('href="/files/folder/inside.txt"');
  expect((await visitor.get('/files/none/')).status).toBe(404);
  expect((await visitor.post('/files/')).status).toBe(405);
});
