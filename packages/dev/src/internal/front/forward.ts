/** @module Forwards a request to the application's process, and its response back. */

import {
  type ClientRequest,
  type IncomingMessage,
  type OutgoingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { isLoopback } from '@nextpress/semantics/local-client';
import { fieldsOf, pairsOf } from './fields.ts';
import { asksForPage, RELOAD_TAG } from './live-reload.ts';

/** Headers of a single connection (RFC 9110 §7.6.1), which Node sets for each of the two. */
const CONNECTION_HEADERS = ['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade'];

/** Methods that Node's client sends without framing. */
const BODILESS = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE']);

const WITHOUT_CONTENT = [204, 205, 206, 304];

/** How a request is forwarded. */
export interface ForwardOptions {
  readonly port: number;
  /** Whether pages get the live reload script. */
  readonly reloads: boolean;
  /** Whether the request asks for an upgrade, for example to WebSocket. */
  readonly isUpgrade: boolean;
}

/** The application's response. */
interface Answer {
  readonly response: IncomingMessage;
  /** Its connection and the bytes that have arrived on it, if it accepted an upgrade. */
  readonly upgraded?: { readonly socket: Socket; readonly head: Buffer };
}

/**
 * Resolves when the response has begun. Rejects if there is none that can be forwarded: Node's client and server reject some
 * messages that their parsers accept.
 */
export async function forward(
  req: IncomingMessage,
  res: ServerResponse,
  { port, reloads, isUpgrade }: ForwardOptions,
): Promise<void> {
  const upstream = request({
    host: '127.0.0.1',
    port,
    method: req.method,
    path: req.url,
    headers: requestFields(req, reloads, isUpgrade),
    setHost: false,
    agent: false,
  });
  res.on('close', () => upstream.destroy());
  sendBody(req, upstream);
  const { response, upgraded } = await answerOf(upstream, res);
  if (upgraded === undefined) respond(response, res, reloads);
  else if (isUpgrade) tunnel(response, res, upgraded.socket, upgraded.head);
  else {
    upgraded.socket.destroy();
    throw new Error('it switched protocols without being asked to');
  }
}

function requestFields(req: IncomingMessage, reloads: boolean, isUpgrade: boolean): string[] {
  const { method = '', headers, rawHeaders } = req;
  const isChunked = headers['transfer-encoding'] !== undefined;
  const left = new Set([...CONNECTION_HEADERS, 'x-forwarded-for']);
  // Node rejects it without chunked encoding.
  if (!isChunked) left.add('trailer');
  // Without `Accept-Encoding`, because the script cannot be added to a compressed page.
  if (reloads && asksForPage(req)) left.add('accept-encoding');
  if (isUpgrade) left.delete('upgrade');
  const sent = fieldsOf(rawHeaders, left);
  if (isChunked) sent.push('Transfer-Encoding', 'chunked');
  // Otherwise Node would send an empty chunked body for methods such as POST.
  else if (headers['content-length'] === undefined && !BODILESS.has(method)) sent.push('Content-Length', '0');
  // Applications read this header.
  sent.push('Connection', headers.connection ?? 'keep-alive');
  const senders = forwardedFor(req);
  // First, because the application drops headers beyond its limit.
  if (senders !== '') sent.unshift('X-Forwarded-For', senders);
  return sent;
}

/** To the application every client is local, and error details are not for remote ones. */
function forwardedFor({ headers, socket }: IncomingMessage): string {
  const sender = isLoopback(socket.remoteAddress) ? undefined : (socket.remoteAddress ?? 'unknown');
  return [headers['x-forwarded-for'], sender].filter((each) => each !== undefined).join(', ');
}

function sendBody(req: IncomingMessage, upstream: ClientRequest): void {
  req.on('error', () => upstream.destroy());
  req.on('end', () => endWith(upstream, req.rawTrailers));
  // The application may respond before reading the whole body. Discard the rest, so that the connection can go on.
  upstream.on('close', () => req.unpipe(upstream).resume());
  req.pipe(upstream, { end: false });
}

/** Node's parsers accept trailers that Node does not send. */
function endWith(message: OutgoingMessage, rawTrailers: readonly string[], chunk = ''): void {
  try {
    if (rawTrailers.length > 0) message.addTrailers(pairsOf(rawTrailers) as never);
    message.end(chunk);
  } catch (error) {
    message.destroy(error as Error);
  }
}

function answerOf(upstream: ClientRequest, res: ServerResponse): Promise<Answer> {
  return new Promise((resolve, reject) => {
    upstream.on('response', (response) => resolve({ response }));
    upstream.on('upgrade', (response, socket, head) => resolve({ response, upgraded: { socket, head } }));
    upstream.on('information', (information) => inform(information, res));
    upstream.on('error', reject);
    upstream.on('close', () => reject(new Error('it closed the connection')));
  });
}

function inform(
  { statusCode, rawHeaders }: { statusCode: number; rawHeaders: string[] },
  res: ServerResponse,
): void {
  if (res.headersSent) return;
  try {
    if (statusCode === 100) res.writeContinue();
    if (statusCode === 103) res.writeEarlyHints({ link: linksOf(rawHeaders) });
  } catch {
    // Hints that Node does not send. The response contains the same links.
  }
}

function linksOf(rawHeaders: readonly string[]): string[] {
  return pairsOf(rawHeaders)
    .filter(([name]) => name.toLowerCase() === 'link')
    .map(([, value]) => value);
}

function respond(response: IncomingMessage, res: ServerResponse, reloads: boolean): void {
  const { statusCode = 502, statusMessage, rawHeaders } = response;
  if (statusCode < 200) throw new Error(`it sent ${statusCode} as its final response`);
  const tag = reloads && asksForPage(res.req) && isWholePage(response) ? RELOAD_TAG : '';
  const left = new Set(CONNECTION_HEADERS);
  if (!isSentInChunks(response, res.req)) left.add('trailer');
  const fields = fieldsOf(rawHeaders, left);
  const at = fields.findIndex((value, index) => index % 2 === 0 && value.toLowerCase() === 'content-length');
  if (at !== -1 && tag !== '') fields[at + 1] = String(Number(fields[at + 1]) + Buffer.byteLength(tag));
  // The application sends its own `Date`, or none.
  res.sendDate = false;
  res.writeHead(statusCode, statusMessage, fields);
  // A client may wait for the head of a stream whose body begins later.
  res.flushHeaders();
  response.on('error', () => res.destroy());
  response.on('close', () => {
    if (!response.complete) res.destroy();
  });
  response.on('end', () => endWith(res, response.rawTrailers, tag));
  response.pipe(res, { end: false });
}

function isSentInChunks(
  { headers, statusCode }: IncomingMessage,
  { method, httpVersion }: IncomingMessage,
): boolean {
  const hasBody = method !== 'HEAD' && statusCode !== 204 && statusCode !== 304;
  return headers['transfer-encoding'] !== undefined && hasBody && httpVersion === '1.1';
}

/** Whether a response is a complete HTML page to which text can be appended. */
function isWholePage({ statusCode = 502, headers }: IncomingMessage): boolean {
  const { 'content-type': type = '', 'content-encoding': encoding } = headers;
  return !WITHOUT_CONTENT.includes(statusCode) && encoding === undefined && /^text\/html\b/i.test(type);
}

/** Connects the client with the application, which accepted an upgrade. */
function tunnel(response: IncomingMessage, res: ServerResponse, upstream: Socket, head: Buffer): void {
  const client = res.req.socket;
  const end = (): void => {
    upstream.destroy();
    client.destroy();
  };
  for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
  res.detachSocket(client);
  const fields = pairsOf(response.rawHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
  // Node parses fields as latin1.
  client.write(`HTTP/1.1 101 ${response.statusMessage}\r\n${fields.join('')}\r\n`, 'latin1');
  upstream.unshift(head);
  upstream.pipe(client).pipe(upstream);
}
