/** @module Error responses without a request: parse errors, timeouts, `CONNECT`. */

import { type IncomingMessage, METHODS, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { thrownProperty, thrownText } from '@nextpress/semantics/thrown-value';
import type { OpenSocket } from '@nextpress-internal/internals/node';
import { type BareResponse, closeWith, destroyWith } from './bare-response.ts';
import { LATE_REQUEST, NO_PROXY } from './refusals.ts';

/** Start of a request line, up to the end of the target or of the packet. */
const UP_TO_TARGET = /^[A-Z-]{3,20} \S+ ?$/;
/** The rest of a request line after the target. */
const VERSION = /^ ?HTTP\/\d/;
const REQUEST_LINE = /^([!#$%&'*+.^_`|~\w-]+) \S+ HTTP\/(\d)\.\d\r?$/;

/** Responds to parse errors, timeouts and `CONNECT`, unless the application listens for the event itself. */
export function respondToConnectionErrors(server: Server): void {
  server.on('clientError', onClientError);
  server.on('connect', onConnect);
}

/** @param error - from Node's parser, or whatever the application destroyed the connection with */
function onClientError(this: Server, error: unknown, stream: Duplex): void {
  if (this.listenerCount('clientError') > 1) return;
  const socket = stream as Socket;
  const response = responseTo(error);
  if (response !== undefined) closeWith(socket, response, error);
  else destroyWith(socket, error);
}

function onConnect(this: Server, _req: IncomingMessage, stream: Duplex): void {
  if (this.listenerCount('connect') > 1) return;
  takeBack(stream as Socket).on('data', () => closeWith(stream as Socket, NO_PROXY));
  closeWith(stream as Socket, NO_PROXY);
}

/** Replaces the listeners that Node removes for a tunnel. Without an `error` listener, an error would end the process. */
function takeBack(socket: OpenSocket): Socket {
  return socket
    .on('error', () => {})
    .on('end', () => socket.end())
    .on('drain', () => {
      const pending = socket._httpMessage;
      if (pending?.writableNeedDrain) pending.emit('drain');
    });
}

/** The response to an invalid request; `undefined` for other errors, such as a lost connection or a failed handshake. */
function responseTo(error: unknown): BareResponse | undefined {
  const code = thrownProperty(error, 'code');
  if (code === LATE_REQUEST.code) return LATE_REQUEST;
  if (typeof code !== 'string' || !code.startsWith('HPE_')) return undefined;
  const reason = thrownProperty(error, 'reason');
  return { status: statusOf(code, error), code, message: thrownText(reason ?? error) };
}

function statusOf(code: string, error: unknown): number {
  const text = textOf(thrownProperty(error, 'rawPacket'));
  const parsed = thrownProperty(error, 'bytesParsed');
  const bytesParsed = typeof parsed === 'number' ? parsed : 0;
  switch (code) {
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return 413;
    case 'HPE_HEADER_OVERFLOW':
      return isTarget(text, bytesParsed) ? 414 : 431;
    case 'HPE_PAUSED_H2_UPGRADE':
      return 505;
    case 'HPE_INVALID_METHOD':
    case 'HPE_INVALID_VERSION':
      return statusOfLine(lineAround(text, bytesParsed));
    default:
      return 400;
  }
}

/** Whether the text up to `end` is a target. False if the packet contains neither its start nor its end. */
function isTarget(text: string, end: number): boolean {
  const start = lineStart(text, end);
  return UP_TO_TARGET.test(text.slice(start, end)) || (start === 0 && VERSION.test(text.slice(end, end + 8)));
}

/** 400 for a malformed request line, otherwise 501 for an unknown method or 505 for an unknown version. */
function statusOfLine(line: string): number {
  const [, method, version] = REQUEST_LINE.exec(line) ?? [];
  if (method === undefined) return 400;
  return version === '1' && !METHODS.includes(method) ? 501 : 505;
}

function lineAround(text: string, position: number): string {
  const start = lineStart(text, position);
  const end = text.indexOf('\n', start);
  return text.slice(start, end === -1 ? text.length : end);
}

function lineStart(text: string, position: number): number {
  return position === 0 ? 0 : text.lastIndexOf('\n', position - 1) + 1;
}

/** @returns an empty string for anything but a view, e.g. a Proxy of one */
function textOf(packet: unknown): string {
  if (!ArrayBuffer.isView(packet)) return '';
  return Buffer.from(packet.buffer, packet.byteOffset, packet.byteLength).toString('latin1');
}
