/** @module What a server answers where no request reaches the application: parse errors, time-outs, `CONNECT`. */

import { type IncomingMessage, METHODS, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type BareAnswer, endWith, type ServerSocket } from './bare-answer.ts';

/** An error of a connection, as Node's parser makes them. */
interface ConnectionError extends Error {
  readonly code?: string;
  readonly reason?: string;
  readonly bytesParsed?: number;
  readonly rawPacket?: Uint8Array;
}

const TIME_OUT = 'ERR_HTTP_REQUEST_TIMEOUT';
/** A line that begins as a request line does, up to the end of the target or of the packet. */
const UP_TO_TARGET = /^[A-Z-]{3,20} \S+ ?$/;
/** What comes behind a target. */
const VERSION = /^ ?HTTP\/\d/;
const REQUEST_LINE = /^([!#$%&'*+.^_`|~\w-]+) \S+ HTTP\/(\d)\.\d\r?$/;

/** Answers as `node:http` does, with what RFC 9110 and RFC 9112 ask for besides. Who listens for these events decides instead. */
export function answerConnectionErrors(server: Server): void {
  server.on('clientError', onClientError);
  server.on('connect', onConnect);
}

function onClientError(this: Server, error: ConnectionError, stream: Duplex): void {
  if (this.listenerCount('clientError') > 1) return;
  const socket = stream as Socket;
  const answer = answerTo(error);
  if (answer === undefined) socket.destroy(error);
  else endWith(socket, answer);
}

function onConnect(this: Server, _req: IncomingMessage, stream: Duplex): void {
  if (this.listenerCount('connect') > 1) return;
  const message = 'This is no proxy: it answers no CONNECT.';
  const answer = { status: 501, code: 'ERR_METHOD_NOT_IMPLEMENTED', message };
  takeBack(stream as Socket).on('data', () => endWith(stream as Socket, answer));
  endWith(stream as Socket, answer);
}

/** Node has taken its listeners off, for the connection to be a tunnel. Without one for errors, an error ends the process. */
function takeBack(socket: ServerSocket): Socket {
  return socket
    .on('error', () => {})
    .on('end', () => socket.end())
    .on('drain', () => {
      const before = socket._httpMessage;
      if (before?.writableNeedDrain) before.emit('drain');
    });
}

/** `undefined` for an error that is none of the client's request: a lost connection, a failed handshake. */
function answerTo(error: ConnectionError): BareAnswer | undefined {
  const { code = '', reason, message } = error;
  if (code === TIME_OUT)
    return { status: 408, code, message: 'The request took too long to arrive.', isLate: true };
  if (!code.startsWith('HPE_')) return undefined;
  const status = statusOf(code, error);
  return { status, code, message: reason ?? message };
}

function statusOf(code: string, { rawPacket, bytesParsed = 0 }: ConnectionError): number {
  const text = textOf(rawPacket);
  switch (code) {
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return 413;
    case 'HPE_HEADER_OVERFLOW':
      return isTarget(text, bytesParsed) ? 414 : 431;
    case 'HPE_PAUSED_H2_UPGRADE':
      return 505;
    case 'HPE_INVALID_METHOD':
    case 'HPE_INVALID_VERSION':
      return refusalOf(lineAround(text, bytesParsed));
    default:
      return 400;
  }
}

/** Whether what ends at a place is a target; where neither its beginning nor its end is in the packet, it can't be told. */
function isTarget(text: string, end: number): boolean {
  const start = lineStart(text, end);
  return UP_TO_TARGET.test(text.slice(start, end)) || (start === 0 && VERSION.test(text.slice(end, end + 8)));
}

/** A request line is well-formed, and then its version is none of ours or its method unknown; or it is malformed. */
function refusalOf(line: string): number {
  const [, method, version] = REQUEST_LINE.exec(line) ?? [];
  if (method === undefined) return 400;
  return version === '1' && !METHODS.includes(method) ? 501 : 505;
}

function lineAround(text: string, place: number): string {
  const start = lineStart(text, place);
  const end = text.indexOf('\n', start);
  return text.slice(start, end === -1 ? text.length : end);
}

function lineStart(text: string, place: number): number {
  return place === 0 ? 0 : text.lastIndexOf('\n', place - 1) + 1;
}

function textOf(packet: Uint8Array = new Uint8Array()): string {
  return Buffer.from(packet.buffer, packet.byteOffset, packet.length).toString('latin1');
}
