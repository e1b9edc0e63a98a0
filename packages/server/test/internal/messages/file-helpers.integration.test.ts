import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer as createNodeServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createServer, type Response } from '@nextpress/server';
import { exchange, type Listening, listen, type RawResponse } from '@nextpress-internal/test-kit';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'file-helpers-')));
for (const [name, content] of Object.entries({
  'a.txt': 'hello',
  'docs/index.html': 'docs',
  '.env': 'SECRET',
  'résumé.pdf': 'pdf',
})) {
  mkdirSync(join(root, name, '..'), { recursive: true });
  writeFileSync(join(root, name), content);
  utimesSync(join(root, name), new Date('2026-11-20T10:00:00Z'), new Date('2026-11-20T10:00:00Z'));
}
const file = join(root, 'a.txt');
const none = join(root, 'none.txt');

type Call = (res: Response) => unknown;
/** Responds with the error of the callback. */
const tell = (res: Response) => (error?: Error & { status?: number; code?: string }) => {
  if (res.headersSent) return;
  // In Express the headers of the file stay.
  for (const name of res.getHeaderNames()) res.removeHeader(name);
  res
    .status(200)
    .type('txt')
    .send(`${error?.status} ${error?.code === 'EISDIR'}`);
};

const calls: Readonly<Record<string, Call>> = {
  'sendFile of a path': (res) => res.sendFile(file),
  'sendFile under a root': (res) => res.sendFile('a.txt', { root }),
  'sendFile with options': (res) => res.sendFile('a.txt', { root, maxAge: '1h', headers: { 'X-A': 'b' } }),
  'sendFile with a callback': (res) => res.sendFile(file, tell(res)),
  'sendFile with options and a callback': (res) => res.sendFile('a.txt', { root }, tell(res)),
  'sendFile of no file': (res) => res.sendFile(none),
  'sendFile of no file with a callback': (res) => res.sendFile(none, tell(res)),
  'sendFile of a dotfile': (res) => res.sendFile('.env', { root }),
  'sendFile out of the root': (res) => res.sendFile('../x', { root }),
  'sendFile of NUL': (res) => res.sendFile('a\0', { root }),
  'sendFile of a directory': (res) => res.sendFile('docs', { root }),
  'sendFile of a directory with a callback': (res) => res.sendFile('docs', { root }, tell(res)),
  'sendFile with a status': (res) => res.status(201).sendFile(file),
  'sendFile of a relative path': (res) => res.sendFile('a.txt'),
  'sendFile of nothing': (res) => res.sendFile(''),
  'sendFile later': (res) => setTimeout(() => res.sendFile(none), 1),
  download: (res) => res.download(file),
  'download of a relative path': (res) => res.download(relative(process.cwd(), file)),
  'download with a name': (res) => res.download(file, 'report.txt'),
  'download with null for a name': (res) => res.download(file, null),
  'download with a path for a name': (res) => res.download(file, '/a/b/répört "1".txt'),
  'download of a name in another script': (res) => res.download(join(root, 'résumé.pdf')),
  'download with options': (res) => res.download('a.txt', { root, maxAge: 60_000 }),
  'download with a name and options': (res) => res.download('a.txt', 'b.txt', { root, maxAge: 60_000 }),
  'download with headers': (res) =>
    res.download(file, 'b.txt', { headers: { 'X-A': 'b', 'content-disposition': 'inline' } }),
  'download with a callback': (res) => res.download(file, tell(res)),
  'download with a name and a callback': (res) => res.download(file, 'b.txt', tell(res)),
  'download with options and a callback': (res) => res.download('none.txt', { root }, tell(res)),
  'download with everything': (res) => res.download('a.txt', 'b.txt', { root }, tell(res)),
  'download of no file': (res) => res.download(none),
  'download of no file with a callback': (res) => res.download(none, tell(res)),
  'a replaced sendFile': (res) => {
    const { sendFile } = res;
    Object.assign(res, {
      sendFile(path: string, ...others: [never, never]) {
        res.set('X-Path', path);
        sendFile.call(res, path, ...others);
      },
    });
    res.download(file);
  },
};
const names = Object.keys(calls);

/** The same routes for both: the call, a layer after it, and an error handler. */
function routes(app: ReturnType<typeof createServer>): void {
  app.get('/:at', (req, res) => {
    (calls[names[Number(req.params.at)] as string] as Call)(res);
  });
  app.use((_req, res) => {
    res.status(404).send('not found');
  });
  app.use((error: Error & { status?: number }, _req: unknown, res: Response, _next: unknown) => {
    for (const name of res.getHeaderNames()) res.removeHeader(name);
    res.status(error.status ?? 500).send(error.status === undefined ? error.name : 'error');
  });
}

describe.each([true, false])(
  'with the setting etag %s, responses with files equal those of Express 5:',
  (etag) => {
    let ours: Listening;
    let theirs: Listening;
    beforeAll(async () => {
      const our = createServer({ etag });
      const their = express().disable('x-powered-by').set('etag', etag);
      routes(our);
      routes(their as never);
      ours = await listen(createNodeServer(our));
      theirs = await listen(createNodeServer(their));
    });
    afterAll(async () => {
      await Promise.all([ours.close(), theirs.close()]);
      if (!etag) rmSync(root, { recursive: true });
    });

    test.each(names)('%s', async (name) => {
      const asked = ['', 'Range: bytes=1-2\r\n', 'Range: bytes=99-\r\n', 'If-Match: "x"\r\n'];
      const requests = asked
        .map((fields) => `GET /${names.indexOf(name)} HTTP/1.1\r\nHost: x\r\n${fields}\r\n`)
        .join('');
      const [our, their] = await Promise.all(
        [ours, theirs].map(({ port }) => exchange(port, requests, { responses: asked.length })),
      );
      // A Range header applies only to a 200 (RFC 9110 §14.2).
      const counts = name.endsWith('a status') ? 1 : asked.length;
      expect(our?.slice(0, counts).map(comparable)).toEqual(their?.slice(0, counts).map(comparable));
      expect(our).toHaveLength(asked.length);
    });
  },
);

function comparable({ status, rawHeaders, body }: RawResponse): unknown {
  const fields = rawHeaders
    .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
    .filter((line) => !/^(?:date|connection|keep-alive):/.test(line));
  return { status, fields: fields.sort(), body };
}

test('the option etag overrides the setting', async () => {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'file-helpers-')));
  writeFileSync(join(directory, 'a.txt'), 'hello');
  const app = createServer();
  app.get('/', (_req, res) => res.sendFile('a.txt', { root: directory, etag: true }));
  const server = await listen(createNodeServer(app));
  const [response] = await exchange(server.port, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(response?.headers.etag).toMatch(/^W\/"5-/);
  await server.close();
  rmSync(directory, { recursive: true });
});
