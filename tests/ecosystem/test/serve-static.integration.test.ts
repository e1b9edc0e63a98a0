import { fileURLToPath } from 'node:url';
import serveStatic from 'serve-static';
import { expect } from 'vitest';
import { packages } from '../works.ts';

const works = packages('serve-static');
const files = fileURLToPath(new URL('files', import.meta.url));

works(
  'serves files under a mount, with validators, ranges and redirects, and passes the rest on',
  async ({ app, serve }) => {
    app.use(
      '/files',
      serveStatic(files, { maxAge: '1h', setHeaders: (res) => void res.setHeader('X-File', 'yes') }),
    );
    app.use((req, res) => void res.status(404).send(`no ${req.url}`));
    const { visitor } = await serve();
    const whole = await visitor.get('/files/hello.txt');
    expect([whole.status, whole.text, whole.headers.get('x-file')]).toEqual([
      200,
      'Hello from a file.\n',
      'yes',
    ]);
    expect(whole.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(whole.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const fresh = await visitor.get('/files/hello.txt', { 'If-None-Match': whole.headers.get('etag') ?? '' });
    expect([fresh.status, fresh.text]).toEqual([304, '']);
    const part = await visitor.get('/files/hello.txt', { Range: 'bytes=6-9' });
    expect([part.status, part.text, part.headers.get('content-range')]).toEqual([
      206,
      'from',
      'bytes 6-9/19',
    ]);
    expect((await visitor.get('/files/')).text).toBe('<h1>Page</h1>\n');
    const folder = await visitor.get('/files/folder');
    expect([folder.status, folder.headers.get('location')]).toEqual([301, '/files/folder/']);
    const none = await visitor.get('/files/none.txt');
    expect([none.status, none.text]).toEqual([404, 'no /files/none.txt']);
    expect((await visitor.visit('/files/hello.txt', { method: 'HEAD' })).headers.get('content-length')).toBe(
      '19',
    );
  },
);
