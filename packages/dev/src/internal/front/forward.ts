/** @module Forwards a request to the process of the application, and its response back. */

import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isLoopback } from '../error/may-see-errors.ts';
import { RELOAD_TAG } from './live-reload.ts';

/** Headers about one connection (RFC 9110 §7.6.1), which Node sets for each of the two. */
const CONNECTION_HEADERS = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
]);

/** The methods that Node's client sends without framing. */
const BODILESS = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE']);

/** How a request is forwarded. */
export interface ForwardOptions {
  readonly port: number;
  /** Whether pages get the script that reloads them. */
  readonly reloads: boolean;
  /** Called when the application has closed the connection without a response. */
  onLost(error: Error): void;
}

export function forward(req: IncomingMessage, res: ServerResponse, options: ForwardOptions): void {
  const { method, url, headers } = req;
  // What the browser accepts for a page could not be read, and the script not be added.
  const isPage = options.reloads && headers['sec-fetch-dest'] === 'document';
  const sent = fieldsOf(
    req.rawHeaders,
    isPage ? new Set([...CONNECTION_HEADERS, 'accept-encoding']) : CONNECTION_HEADERS,
  );
  if (headers['transfer-encoding'] !== undefined) sent.push('Transfer-Encoding', 'chunked');
  // Otherwise Node would send an empty body in chunks for methods such as POST.
  else if (headers['content-length'] === undefined && !BODILESS.has(method ?? ''))
    sent.push('Content-Length', '0');
  const { remoteAddress } = req.socket;
  // Sources are not shown to other machines.
  if (!isLoopback(remoteAddress)) sent.push('X-Forwarded-For', remoteAddress ?? 'unknown');
  // Applications read this header.
  sent.push('Connection', headers.connection ?? 'keep-alive');
  const upstream = request({
    host: '127.0.0.1',
    port: options.port,
    method,
    path: url,
    headers: sent,
    setHost: false,
    agent: false,
  });
  upstream.on('response', (response) => {
    try {
      respond(response, res, options.reloads);
    } catch (error) {
      // Node's client accepts statuses and fields that its server does not send.
      upstream.destroy(error as Error);
    }
  });
  upstream.on('information', ({ statusCode, rawHeaders }) => {
    if (statusCode !== 103 || res.headersSent) return;
    try {
      res.writeEarlyHints(linksOf(rawHeaders));
    } catch {
      // Hints that Node does not send. The response has the same links.
    }
  });
  upstream.on('error', (error) => {
    if (res.headersSent || res.destroyed) res.destroy();
    else options.onLost(error);
  });
  res.on('close', () => upstream.destroy());
  req.on('error', () => upstream.destroy());
  req.pipe(upstream);
}

function linksOf(rawHeaders: readonly string[]): { link: string[] } {
  return {
    link: rawHeaders.filter((_value, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'link'),
  };
}

function respond(response: IncomingMessage, res: ServerResponse, reloads: boolean): void {
  const { statusCode = 502, statusMessage, rawHeaders } = response;
  const tag = reloads && isWholePage(response, res.req) ? RELOAD_TAG : '';
  const fields = fieldsOf(rawHeaders, CONNECTION_HEADERS);
  const at = fields.findIndex((value, index) => index % 2 === 0 && value.toLowerCase() === 'content-length');
  if (at !== -1 && tag !== '') fields[at + 1] = String(Number(fields[at + 1]) + Buffer.byteLength(tag));
  // The application has its own `Date`, or none.
  res.sendDate = false;
  res.writeHead(statusCode, statusMessage, fields);
  response.on('error', () => res.destroy());
  response.on('close', () => {
    if (!response.complete) res.destroy();
  });
  response.on('end', () => {
    const { rawTrailers } = response;
    if (rawTrailers.length > 0) res.addTrailers(pairsOf(rawTrailers) as never);
    if (tag === '') res.end();
    else res.end(tag);
  });
  response.pipe(res, { end: false });
}

/** Whether a response has the whole content of an HTML page, and text can be appended to it. */
function isWholePage({ statusCode, headers }: IncomingMessage, req: IncomingMessage): boolean {
  const { method } = req;
  // A script may ask for a part of a page.
  const { 'sec-fetch-dest': destination = 'document' } = req.headers;
  const { 'content-type': type = '', 'content-encoding': encoding } = headers;
  const hasContent =
    statusCode !== undefined && statusCode >= 200 && ![204, 205, 206, 304].includes(statusCode);
  return (
    destination === 'document' &&
    method !== 'HEAD' &&
    hasContent &&
    encoding === undefined &&
    /^text\/html\b/i.test(type)
  );
}

/** The fields except some, in the order, the case and the number in which they were sent. */
function fieldsOf(rawHeaders: readonly string[], left: ReadonlySet<string>): string[] {
  return rawHeaders.filter((_value, at) => !left.has((rawHeaders[at - (at % 2)] ?? '').toLowerCase()));
}

function pairsOf(fields: readonly string[]): [string, string][] {
  return fields.flatMap((name, at) =>
    at % 2 === 0 ? [[name, fields[at + 1] ?? ''] as [string, string]] : [],
  );
}

/** Connects a client that asks for an upgrade, such as to WebSocket, with the application. */
export function forwardUpgrade(req: IncomingMessage, client: Duplex, head: Buffer, port: number): Socket {
  const upstream = connect(port, '127.0.0.1', () => {
    const fields = pairsOf(req.rawHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
    // Node reads fields as latin1.
    upstream.write(`${req.method} ${req.url} HTTP/1.1\r\n${fields.join('')}\r\n`, 'latin1');
    upstream.write(head);
    upstream.pipe(client).pipe(upstream);
  });
  const end = (): void => {
    upstream.destroy();
    client.destroy();
  };
  upstream.on('error', end).on('close', end);
  client.on('error', end).on('close', end);
  return upstream;
}
