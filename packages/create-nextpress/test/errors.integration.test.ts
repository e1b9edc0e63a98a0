import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import type { Server } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Application, HttpError, type ServerOptions } from 'nextpress';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createProject } from '../src/create-project.ts';

const folder = mkdtempSync(join(tmpdir(), 'nextpress-errors-'));
let createApp: (options: ServerOptions) => Application;

beforeAll(async () => {
  symlinkSync(join(import.meta.dirname, '..', 'node_modules'), join(folder, 'node_modules'), 'junction');
  const project = join(folder, 'api');
  createProject({
    folder: project,
    template: 'api',
    language: 'js',
    packageManager: 'npm',
    tests: 'node',
    docker: false,
  });
  ({ createApp } = await import(pathToFileURL(join(project, 'src/app.js')).href));
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

/** The application of the template, with routes that fail in various ways. */
async function start(options: ServerOptions): Promise<number> {
  const app = createApp({ env: 'production', logError: () => {}, requestId: true, ...options });
  const page = { type: 'object', properties: { page: { type: 'integer' } } };
  app.get('/search', { schema: { query: page, headers: { required: ['x-key'] } } }, (_req, res) => {
    res.end();
  });
  app.get('/throws', () => {
    throw new Error('secret');
  });
  app.get('/throws-text', () => {
    throw 'secret';
  });
  app.get('/rejects', async () => {
    throw new HttpError(409, 'TAKEN', 'The name is taken.', { headers: { 'Retry-After': '1' } });
  });
  app.get('/passes-on', (_req, _res, next) => next(Object.assign(new Error('Please pay.'), { status: 402 })));
  app.get('/missing-file', (_req, res) => res.sendFile(join(folder, 'none.txt')));
  const server = app.listen(0, '127.0.0.1') as Server;
  onTestFinished(() => void app.close({ grace: 0 }));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

interface Exchange {
  readonly status: number;
  readonly type: unknown;
  readonly body: string;
}

/** Sends bytes and reads until the server closes the connection. */
async function converse(port: number, text: string): Promise<Exchange> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  socket.write(text);
  let response = '';
  for await (const chunk of socket) response += chunk;
  const [head = '', body = ''] = response.split('\r\n\r\n');
  const type = /^content-type: (.*)$/im.exec(head)?.[1];
  return { status: Number(head.split(' ')[1]), type, body };
}

type Send = (port: number, ...request: Request) => Promise<Exchange>;
type Request = [method: string, path: string, type?: string, body?: string];

const overHttp1: Send = (port, method, path, type, body = '') =>
  converse(
    port,
    [
      `${method} ${path} HTTP/1.1`,
      'Host: localhost',
      'Connection: close',
      ...(type === undefined ? [] : [`Content-Type: ${type}`, `Content-Length: ${body.length}`]),
      `\r\n${body}`,
    ].join('\r\n'),
  );

const overHttp2: Send = async (port, method, path, type, body = '') => {
  const session = connectHttp2(`http://127.0.0.1:${port}`);
  const stream = session.request({
    ':method': method,
    ':path': path,
    ...(type !== undefined && { 'content-type': type }),
  });
  const received = once(stream, 'response');
  stream.on('error', () => {});
  if (type !== undefined) stream.end(body);
  const [headers] = await received;
  let text = '';
  for await (const chunk of stream.setEncoding('utf8')) text += chunk;
  session.destroy();
  return { status: headers[':status'], type: headers['content-type'], body: text };
};

const JSON_TYPE = 'application/json';
const ID = '0c9f3a5e-2f53-4d0e-9f0a-6c1b1c0d6a55';

/** Each with its status and code. Errors of the server, and those without a code, have none. */
const requests: readonly [name: string, Request, status: number, code?: string][] = [
  ['a path that no route matches', ['GET', '/none'], 404, 'ERR_NOT_FOUND'],
  ['a method that the path does not support', ['PUT', '/todos'], 405, 'ERR_METHOD_NOT_ALLOWED'],
  ['a malformed target', ['GET', '/%zz'], 400, 'ERR_REQUEST_TARGET'],
  ['malformed JSON', ['POST', '/todos', JSON_TYPE, '{'], 400, 'ERR_BODY_NOT_JSON'],
  ['a long body', ['POST', '/todos', JSON_TYPE, `"${'a'.repeat(110_000)}"`], 413, 'ERR_BODY_TOO_LARGE'],
  ['an unknown media type', ['POST', '/todos', 'text/plain', 'a'], 415, 'ERR_BODY_TYPE'],
  ['an unknown charset', ['POST', '/todos', `${JSON_TYPE}; charset=x`, '{}'], 415, 'ERR_CHARSET'],
  ['invalid params', ['GET', '/todos/x'], 400, 'ERR_VALIDATION'],
  ['an invalid query', ['GET', '/search?page=x'], 400, 'ERR_VALIDATION'],
  ['missing headers', ['GET', '/search'], 400, 'ERR_VALIDATION'],
  ['an invalid body', ['POST', '/todos', JSON_TYPE, '{"title":""}'], 400, 'ERR_VALIDATION'],
  ['a todo that does not exist', ['GET', `/todos/${ID}`], 404, 'TODO_NOT_FOUND'],
  ['its deletion', ['DELETE', `/todos/${ID}`], 404, 'TODO_NOT_FOUND'],
  ['a handler that throws', ['GET', '/throws'], 500],
  ['a handler that throws a string', ['GET', '/throws-text'], 500],
  ['a handler that rejects with an HttpError', ['GET', '/rejects'], 409, 'TAKEN'],
  ['an error with a status in next()', ['GET', '/passes-on'], 402],
  ['a file that does not exist', ['GET', '/missing-file'], 404],
];

const lanes: readonly [name: string, Send, ServerOptions][] = [
  ['the fast lane', overHttp1, {}],
  ['Node’s lane', overHttp1, { fastLane: false }],
  ['HTTP/2', overHttp2, { http2: true }],
];

/** The members of every error; `code` is missing only in errors of the server. */
const problemOf = (status: number, code: string | undefined) => ({
  type: 'about:blank',
  title: expect.any(String),
  status,
  detail: expect.any(String),
  ...(code !== undefined && { code }),
});

describe.each(lanes)('the template api sends problem details in %s', (_lane, send, options) => {
  test.each(requests)('for %s', async (_name, request, status, code) => {
    const response = await send(await start(options), ...request);
    expect([response.status, response.type]).toEqual([status, 'application/problem+json']);
    const { errors, ...problem } = JSON.parse(response.body);
    expect(problem).toEqual({ ...problemOf(status, code), requestId: expect.any(String) });
    expect(Array.isArray(errors)).toBe(code === 'ERR_VALIDATION');
  });
});

describe.each([
  ['the fast lane', {}],
  ['Node’s lane', { fastLane: false }],
] as const)('the template api sends problem details in %s', (_lane, options) => {
  const host = 'Host: localhost\r\n';
  test.each([
    ['a malformed header', `GET / HTTP/1.1\r\n${host}bad header\r\n\r\n`, 400],
    ['two hosts', `GET / HTTP/1.1\r\n${host}${host}Connection: close\r\n\r\n`, 400],
    ['long headers', `GET / HTTP/1.1\r\n${host}a: ${'a'.repeat(70_000)}\r\n\r\n`, 431],
    ['a long target', `GET /${'a'.repeat(70_000)} HTTP/1.1\r\n${host}\r\n`, 414],
    ['CONNECT', `CONNECT a:443 HTTP/1.1\r\n${host}\r\n`, 501],
    ['an unknown version', `GET / HTTP/3.0\r\n${host}\r\n`, 505],
    ['a request that takes too long', `GET / HTTP/1.1\r\n${host}`, 408],
  ])('for %s', async (_name, text, status) => {
    const times = { headersTimeout: 200, requestTimeout: 200, connectionsCheckingInterval: 50 };
    const response = await converse(await start({ ...options, ...times }), text);
    expect([response.status, response.type]).toEqual([status, 'application/problem+json']);
    expect(JSON.parse(response.body)).toMatchObject(problemOf(status, expect.any(String)));
  });
});

test('the document of the template api describes problem details and no other error format', async () => {
  const port = await start({});
  const { body } = await overHttp1(port, 'GET', '/openapi.json');
  const { paths, components } = JSON.parse(body);
  const operations = Object.values<object>(paths).flatMap((path) => Object.values(path));
  expect(operations.length).toBeGreaterThan(3);
  for (const operation of operations) {
    for (const [status, described] of Object.entries<Described>(operation.responses)) {
      const name = described.$ref?.split('/').at(-1);
      const { content = {} } = name === undefined ? described : components.responses[name];
      if (!/^2/.test(status)) expect(Object.keys(content)).toEqual(['application/problem+json']);
    }
    expect(operation.responses).toHaveProperty('default');
  }
});

interface Described {
  readonly $ref?: string;
  readonly content?: object;
}
