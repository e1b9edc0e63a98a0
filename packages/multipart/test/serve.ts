import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import expressApplication from '@nextpress/express';
import { fastLane } from '@nextpress/fast-lane';
import { type Application, createServer as createApplication } from '@nextpress/server';
import { exchange, listen, post } from '@nextpress-internal/test-kit';
import { type MiddlewareHost, middlewareHosts } from '@nextpress-internal/test-kit/middleware-hosts';
import { onTestFinished } from 'vitest';
import { type MultipartMiddleware, type MultipartRequest, UploadedFile } from '../src/index.ts';

export type FormRequest = IncomingMessage & MultipartRequest & { body?: Record<string, unknown> };
type Handler = (req: FormRequest, res: ServerResponse) => unknown;
type Failure = Error & { status?: number; code?: string; headers?: Record<string, string> };

/** Responds with the body and the files, or with the error. */
function finish(req: FormRequest, res: ServerResponse, handler: Handler, error?: Failure): void {
  if (error !== undefined) {
    const { status = 500, code, message, headers } = error;
    res.writeHead(status, { ...headers, 'Content-Type': 'application/json' });
    res.end(JSON.stringify({ status, code, message }));
    return;
  }
  Promise.resolve(handler(req, res)).then(
    (value) => {
      if (!res.writableEnded) res.end(JSON.stringify(value));
    },
    (thrown) => finish(req, res, handler, thrown),
  );
}

type Listener = (req: IncomingMessage, res: ServerResponse) => void;

function listenerOf(middleware: MultipartMiddleware, handler: Handler): Listener {
  return (req, res) =>
    middleware(req, res, (error) => finish(req as FormRequest, res, handler, error as Failure | undefined));
}

/** Starts a server that runs the middleware and the handler; returns its port. */
type Host = (middleware: MultipartMiddleware, handler: Handler) => Promise<number>;

async function start(server: Server): Promise<number> {
  const { port, close } = await listen(server);
  onTestFinished(close);
  return port;
}

async function startApplication(app: Application): Promise<number> {
  const server = app.listen(0, '127.0.0.1') as Server;
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function startHosted(name: string): Host {
  const host = middlewareHosts[name] as MiddlewareHost;
  return (middleware, handler) =>
    start(
      createServer(
        host(middleware, (req, res, error) =>
          finish(req as FormRequest, res, handler, error as Failure | undefined),
        ),
      ),
    );
}

/** Every server that the middleware runs in. */
export const hosts: Readonly<Record<string, Host>> = {
  "Node's lane": (middleware, handler) => start(createServer(listenerOf(middleware, handler))),
  'the fast lane': (middleware, handler) => start(fastLane(createServer(listenerOf(middleware, handler)))),
  'createServer()': (middleware, handler) =>
    startApplication(createApplication().use(listenerOf(middleware, handler))),
  'nextpress/express': (middleware, handler) =>
    startApplication(expressApplication().use(listenerOf(middleware, handler))),
  Polka: startHosted('Polka'),
  Express: startHosted('Express 5'),
};

/** The values of a form, with the facts about its files. */
async function describeForm({ body, files }: FormRequest): Promise<unknown> {
  const describe = async (value: unknown): Promise<unknown> => {
    if (Array.isArray(value)) return Promise.all(value.map(describe));
    if (!(value instanceof UploadedFile)) return value;
    const { fieldName, name, type, size } = value;
    return { fieldName, name, type, size, text: (await value.text()).slice(0, 20) };
  };
  const values = await Promise.all(
    Object.entries(body ?? {}).map(async ([name, value]) => [name, await describe(value)]),
  );
  return { body: Object.fromEntries(values), files: files.length };
}

/** Serves a middleware until the test ends. */
export function serve(
  middleware: MultipartMiddleware,
  handler: Handler = describeForm,
  host = "Node's lane",
): Promise<number> {
  return (hosts[host] as Host)(middleware, handler);
}

export const BOUNDARY = 'xYzZY';
export const CONTENT_TYPE = `Content-Type: multipart/form-data; boundary=${BOUNDARY}`;

/** A part of a form, from its headers and its content. */
export function part(headers: string | readonly string[], content: string | Buffer = ''): Buffer {
  const lines = typeof headers === 'string' ? [`Content-Disposition: form-data; ${headers}`] : headers;
  return Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`, 'latin1'),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
}

export const END: Buffer = Buffer.from(`--${BOUNDARY}--\r\n`);

/** A whole request with these parts. */
export function formRequest(...parts: readonly Buffer[]): Buffer {
  return post([CONTENT_TYPE], Buffer.concat([...parts, END]));
}

export interface Outcome {
  readonly status: number;
  readonly body: {
    readonly code?: string;
    readonly message?: string;
    readonly body?: Record<string, unknown>;
    readonly files?: number;
  };
}

/** Sends one request, and returns its response. */
export async function outcomeOf(port: number, request: Buffer | readonly Buffer[]): Promise<Outcome> {
  const [response] = await exchange(port, Buffer.isBuffer(request) ? [request] : request, { responses: 1 });
  const body = JSON.parse(Buffer.from(response?.body || '{}', 'latin1').toString()) as Outcome['body'];
  return { status: response?.status ?? 0, body };
}
