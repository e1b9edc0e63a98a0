import { createReadStream } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import express, { type ErrorRequestHandler, type Express } from 'express';
import { expect } from 'vitest';
import { subjects } from './applications.ts';

const files = fileURLToPath(new URL('test/files', import.meta.url));

/** A request that an adapter makes without a socket. */
export interface ForeignRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

export interface ForeignResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Record<string, unknown>;
  readonly body: string;
}

/** How an adapter gives a request to an application. */
export type Send = (request: ForeignRequest) => Promise<ForeignResponse>;

/** The subjects whose application is called directly: an adapter has no server, so there are no lanes. */
export const withoutServer = subjects.filter(({ lane }) => lane === 'http.createServer(app)');

/**
 * Sends every request to an application and to Express, through the same adapter, and expects the same responses.
 *
 * @param makeSend - makes the adapter of an application
 * @param isSent - leaves out requests that the adapter cannot pass on to Express either
 */
export async function expectAsOnExpress(
  app: Express,
  makeSend: (app: Express) => Send,
  isSent: (request: ForeignRequest) => boolean = () => true,
): Promise<void> {
  const reference = express();
  for (const each of [app, reference]) addRoutes(each);
  const sent = requests.filter(isSent);
  const expected = await sendAll(makeSend(reference), sent);
  expect(expected.filter(({ status }) => status === 0)).toEqual([]);
  expect(await sendAll(makeSend(app), sent)).toEqual(expected);
}

async function sendAll(send: Send, sent: readonly ForeignRequest[]) {
  const responses: (ForeignResponse & { request: string })[] = [];
  for (const each of sent) {
    const { status, headers, body } = await Promise.race([send(each), noResponse()]);
    const { date: _date, ...others } = headers;
    responses.push({ request: `${each.method} ${each.path}`, status, headers: others, body });
  }
  return responses;
}

/** Some responses never come; the test names them instead of timing out as a whole. */
async function noResponse(): Promise<ForeignResponse> {
  await setTimeout(60_000, undefined, { ref: false });
  return { status: 0, headers: {}, body: 'no response' };
}

/** Routes that use everything of Express that touches the connection, the head or the body. */
function addRoutes(app: Express): void {
  app.set('etag', 'weak');
  app.disable('x-powered-by');
  app.get('/request/:id', (req, res) => {
    const { params, query, originalUrl, path, protocol, hostname, secure, xhr } = req;
    res.json({
      params,
      query,
      originalUrl,
      path,
      protocol,
      hostname,
      secure,
      xhr,
      agent: req.get('User-Agent'),
    });
  });
  app.get('/redirect', (_req, res) => res.redirect('/elsewhere'));
  app.get('/format', (_req, res) => {
    res.format({ html: () => void res.send('<p>html</p>'), json: () => void res.json({ kind: 'json' }) });
  });
  app.get('/cookie', (_req, res) => {
    res.cookie('a', 'b', { httpOnly: true }).cookie('c', { d: 1 }).clearCookie('e').send('cookies');
  });
  app.get('/jsonp', (_req, res) => void res.jsonp({ a: 1 }));
  app.get('/json', (_req, res) => void res.json({ a: ['é', null] }));
  app.get('/text', (_req, res) => void res.type('txt').send('naïve'));
  app.get('/bytes', (_req, res) => void res.send(Buffer.from('bytes')));
  app.get('/empty', (_req, res) => void res.status(204).end());
  app.get('/status', (_req, res) => void res.sendStatus(418));
  app.get('/links', (_req, res) => {
    res.vary('Accept').links({ next: '/2' }).append('X-Many', ['1', '2']).location('/x').send('links');
  });
  app.get('/head', (_req, res) => {
    res.writeHead(201, { 'X-Own': 'yes' });
    res.end('own head');
  });
  app.get('/pieces', (_req, res) => {
    res.write('one ');
    setImmediate(() => res.end('two'));
  });
  app.get('/stream', (_req, res) => void createReadStream(`${files}/hello.txt`).pipe(res));
  app.get('/file', (_req, res) => res.sendFile('hello.txt', { root: files }));
  app.get('/missing-file', (_req, res) => {
    res.sendFile('nothing.txt', { root: files }, (error) => {
      const { code, status } = error as Error & { code?: string; status?: number };
      res.status(status ?? 500).send(code);
    });
  });
  app.get('/download', (_req, res) => res.download(`${files}/hello.txt`, 'renamed.txt'));
  app.use('/static', express.static(files));
  app.post('/json', express.json(), (req, res) => void res.status(201).json(req.body));
  app.post('/form', express.urlencoded({ extended: true }), (req, res) => void res.json(req.body));
  app.post('/text', express.text(), (req, res) => void res.send(req.body));
  app.post('/bytes', express.raw(), (req, res) => void res.json({ length: req.body.length }));
  app.post('/unread', (_req, res) => void res.send('unread'));
  app.get('/fail', () => {
    throw Object.assign(new Error('failed'), { status: 503 });
  });
  app.get('/fail-later', async () => {
    throw new Error('failed later');
  });
  app.use((req, res) => void res.status(404).send(`nothing at ${req.url}`));
  app.use(((error, _req, res, _next) => {
    res.status(error.status ?? 500).send(`caught ${error.type ?? error.message}`);
  }) satisfies ErrorRequestHandler);
}

const json = { 'content-type': 'application/json' };

const requests: readonly ForeignRequest[] = [
  get('/request/7?a=1&b=%20', { 'user-agent': 'tester', 'x-requested-with': 'XMLHttpRequest' }),
  get('/redirect'),
  get('/redirect', { accept: 'text/html' }),
  get('/format', { accept: 'application/json' }),
  get('/format', { accept: 'text/html' }),
  get('/format', { accept: 'image/png' }),
  get('/cookie'),
  get('/jsonp?callback=done'),
  get('/json'),
  get('/json', { 'if-none-match': 'W/"10-AV4Oo34jTfVUYsoeRGMrsBm66PY"' }),
  get('/text'),
  get('/bytes'),
  get('/empty'),
  get('/status'),
  get('/links'),
  get('/head'),
  get('/pieces'),
  get('/stream'),
  get('/file'),
  get('/file', { range: 'bytes=1-3' }),
  get('/missing-file'),
  get('/download'),
  get('/static/hello.txt'),
  get('/static/nothing.txt'),
  get('/static/folder'),
  get('/fail'),
  get('/fail-later'),
  get('/nothing'),
  { ...get('/json'), method: 'HEAD' },
  { ...get('/request/1'), method: 'OPTIONS' },
  post('/json', '{"a":"é"}', json),
  post('/json', '{"a":', json),
  post('/json', '', json),
  post('/form', 'a[b]=1&c=2', { 'content-type': 'application/x-www-form-urlencoded' }),
  post('/text', 'some text', { 'content-type': 'text/plain' }),
  post('/bytes', 'bytes', { 'content-type': 'application/octet-stream' }),
  post('/unread', 'unread', { 'content-type': 'text/plain' }),
];

function get(path: string, headers: Record<string, string> = {}): ForeignRequest {
  return { method: 'GET', path, headers: { host: 'a.example', ...headers } };
}

function post(path: string, body: string, headers: Record<string, string>): ForeignRequest {
  const length = { 'content-length': `${Buffer.byteLength(body)}` };
  return { method: 'POST', path, headers: { host: 'a.example', ...length, ...headers }, body };
}
