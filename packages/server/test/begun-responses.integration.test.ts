import { writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Listening, listen } from '@nextpress-internal/test-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { createExpressApplication } from '../src/express.ts';
import { type Application, createServer, type RequestHandler, type Response } from '../src/index.ts';

const views = tmpdir();
const view = `begun-responses-${process.pid}.html`;
const file = join(views, view);
writeFileSync(file, 'view');

let server: Listening | undefined;
afterEach(() => server?.close());

const kinds: readonly [string, () => Application][] = [
  ['createServer() in the fast lane', () => createServer()],
  ["createServer() in Node's lane", () => createServer({ fastLane: false })],
  ['nextpress/express', () => createExpressApplication() as unknown as Application],
];

const writers: Readonly<Record<string, RequestHandler>> = {
  send: (_req, res) => res.send('late'),
  'send of null': (_req, res) => res.send(null),
  'send of bytes': (_req, res) => res.send(Buffer.from('late')),
  json: (_req, res) => res.json('late'),
  jsonp: (_req, res) => res.jsonp('late'),
  sendStatus: (_req, res) => res.sendStatus(202),
  redirect: (_req, res) => res.redirect('/late'),
  format: (_req, res) => void res.format({ html: () => res.send('late') }),
  cookie: (_req, res) => void res.cookie('a', 'b').end(),
  sendFile: (_req, res) => res.sendFile(file),
  'sendFile of a file that does not exist': (_req, res) => res.sendFile(`${file}.none`),
  download: (_req, res) => res.download(file),
  render: (_req, res) => res.render(view),
  'render by an engine that calls back at once': (_req, res) => res.render(view, { atOnce: true }),
};

const states: Readonly<Record<string, (res: Response) => void>> = {
  'sent its head': (res) => res.flushHeaders(),
  'sent a part': (res) => void res.write('part'),
  ended: (res) => void res.end('whole'),
};

describe.each(kinds)('%s', (_kind, create) => {
  describe.each(Object.entries(writers))('res.%s', (_name, write) => {
    test.each(Object.entries(states))('fails when the response has %s', async (_state, begin) => {
      const app = create();
      app.set('views', views).engine('html', (_path, options, done) => {
        if ((options as { atOnce?: boolean }).atOnce) done(null, 'late');
        else setImmediate(done, null, 'late');
      });
      const failed = new Promise((resolve) => {
        app.use((_req, res, next) => {
          begin(res);
          next();
        });
        app.get('/', write);
        app.use((error: NodeJS.ErrnoException, _req: unknown, res: Response, _next: unknown) => {
          resolve(error.code);
          res.end();
        });
      });
      server = await listen(createHttpServer(app));
      const response = await fetch(server.url);
      expect(await response.text()).not.toContain('late');
      expect(await failed).toBe('ERR_HTTP_HEADERS_SENT');
    });
  });
});
