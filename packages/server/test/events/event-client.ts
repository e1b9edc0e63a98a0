import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { type Application, createServer } from '../../src/index.ts';
import { open, start } from '../http2/http2-client.ts';

/** What a client has of a response that is still open. */
export interface OpenResponse {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Readable;
}

/** A way to an application. */
export interface Transport {
  createApplication(): Application;
  /** Requests `/events`, and does not read the body. */
  request(app: Application, headers?: Record<string, string>): Promise<OpenResponse>;
}

async function requestHttp1(app: Application, headers = {}): Promise<OpenResponse> {
  const request = get({ port: await start(app), path: '/events', headers, agent: false });
  request.on('error', () => {});
  onTestFinished(() => void request.destroy());
  const [body] = (await once(request, 'response')) as [IncomingMessage];
  return { headers: body.headers, body: body.on('error', () => {}) };
}

async function requestHttp2(app: Application, headers = {}): Promise<OpenResponse> {
  const body = open(await start(app)).request({ ':path': '/events', ...headers });
  const [fields] = (await once(body, 'response')) as [Record<string, unknown>];
  return { headers: fields, body: body.on('error', () => {}) };
}

const silent = { logError: () => {} };

export const transports: [string, Transport][] = [
  ['the fast lane', { createApplication: () => createServer(silent), request: requestHttp1 }],
  [
    "Node's lane",
    { createApplication: () => createServer({ ...silent, fastLane: false }), request: requestHttp1 },
  ],
  ['HTTP/2', { createApplication: () => createServer({ ...silent, http2: true }), request: requestHttp2 }],
];

/** Reads text until it ends with the end of an event that contains `end`. */
export async function readUntil(body: Readable, end: string): Promise<string> {
  let text = '';
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    text += chunk;
    if (text.includes(end)) break;
  }
  return text;
}
