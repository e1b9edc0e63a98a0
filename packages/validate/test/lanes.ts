/** @module Starts applications in both lanes, and sends them requests. */

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Application } from '@nextpress/server';
import { exchange, listen } from '@nextpress-internal/test-kit';
import { onTestFinished } from 'vitest';

/** Starts an application for the duration of the test; returns the port. */
export type Start = (app: Application) => Promise<number>;

/** Starts it in the fast lane. */
export async function startInFastLane(app: Application): Promise<number> {
  const server = app.listen(0, '127.0.0.1') as Server;
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Starts it on a `node:http` server. */
export async function startInNode(app: Application): Promise<number> {
  const { port, close } = await listen(createServer(app));
  onTestFinished(close);
  return port;
}

/** A response with its parsed body. */
export interface Reply {
  readonly status: number;
  readonly type: string | undefined;
  readonly body: unknown;
}

/**
 * Sends a request on its own connection.
 *
 * @param body - a string that is sent unchanged, or a value to send as JSON
 * @param headers - header lines; a body without `Content-Type` is JSON
 */
export async function request(
  port: number,
  method: string,
  path: string,
  body?: unknown,
  headers: readonly string[] = [],
): Promise<Reply> {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const hasType = headers.some((header) => /^content-type:/i.test(header));
  const hasLength = headers.some((header) => /^(?:content-length|transfer-encoding):/i.test(header));
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    ...headers,
    ...(text === '' || hasLength ? [] : [`Content-Length: ${Buffer.byteLength(text)}`]),
    ...(text === '' || hasType ? [] : ['Content-Type: application/json']),
  ];
  const bytes = Buffer.from(`${lines.join('\r\n')}\r\n\r\n${text}`);
  const [response] = await exchange(port, bytes, { responses: 1, methods: [method] });
  const content = Buffer.from(String(response?.body), 'latin1').toString();
  const contentType = response?.headers['content-type'];
  return {
    status: Number(response?.status),
    type: contentType === undefined ? undefined : String(contentType),
    body: content !== '' && /json/.test(String(contentType)) ? JSON.parse(content) : content,
  };
}

/** The bytes of a POST with a JSON body. */
export function jsonRequest(path: string, text: string): Buffer {
  const body = Buffer.from(text);
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), body]);
}
