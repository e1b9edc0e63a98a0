/**
 * @module Rules of RFC 9110 and RFC 9112 that Node's parser does not check. The fast lane checks them itself, so only requests
 * that Node has parsed, or whose target a listener has changed, get here before routing.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { discardRest } from '@nextpress/body/discard-rest';
import { isStreamSocket } from '@nextpress/http2';
import { parseHost } from '@nextpress/semantics/host';
import { HttpError } from '@nextpress/semantics/http-error';
import { parseRequestTarget } from '@nextpress/semantics/request-target';
import { REQUEST_METHODS } from '../registration/methods.ts';

/** Node's default for `maxHeadersCount`. */
const MAX_HEADERS = 1000;

const HOST_LENGTH = 'host'.length;
const CONTENT_LENGTH_LENGTH = 'content-length'.length;
const TRANSFER_ENCODING_LENGTH = 'transfer-encoding'.length;

/** The headers that determine framing and authority. */
interface FramingHeaders {
  hosts: number;
  host: string;
  transferEncoding: string | undefined;
  /** Also true for an empty body. */
  hasBody: boolean;
}

/** The last valid host: most requests to a server have the same one. */
let lastHost = '';

/** A socket and its server. */
type ServerSocket = Socket & {
  readonly server?: { readonly maxHeadersCount?: unknown; readonly requireHostHeader?: boolean };
};

/**
 * Connections that close after a rejected request. Node may have parsed more requests from the same packet.
 */
const refused = new WeakSet<Socket>();
const AFTER_REFUSED = 'Unexpected request: an earlier request on this connection was refused.';

/** Whether a peer is a trusted proxy, such as a gateway that terminates TLS. */
type Trust = (address: string, hop: number) => boolean;

/**
 * Checks a request, and limits how much of its body is read when no handler reads it.
 *
 * @returns the error to respond with before the connection is closed; `undefined` for a valid request
 */
export function checkRequest(
  req: IncomingMessage,
  res: ServerResponse,
  trusts: Trust,
): HttpError | undefined {
  // Requests from adapters have no connection and never went through a parser.
  if (typeof req.httpVersionMajor !== 'number' || !Array.isArray(req.rawHeaders) || !req.socket)
    return undefined;
  if (refused.has(req.socket)) return new HttpError(400, 'ERR_BEHIND_REFUSED', AFTER_REFUSED);
  const headers = readFramingHeaders(req.rawHeaders);
  const isStream = isStreamSocket(req.socket);
  // A stream whose body nobody reads is reset.
  if (headers.hasBody && !isStream) limitUnreadBody(req, res);
  const error = isStream ? findStreamError(req, headers) : findError(req, headers, trusts);
  if (error !== undefined) refused.add(req.socket);
  return error;
}

function findError(req: IncomingMessage, headers: FramingHeaders, trusts: Trust): HttpError | undefined {
  if (req.httpVersionMajor !== 1) return unsupportedVersion(req.httpVersion);
  const { transferEncoding } = headers;
  const error = fieldsError(req, headers);
  if (error !== undefined) return error;
  if (transferEncoding !== undefined) {
    const invalid = encodingError(req, transferEncoding);
    if (invalid !== undefined) return invalid;
  }
  return (req.url as string).startsWith('/') ? undefined : targetError(req, trusts);
}

/** HTTP/2 does the framing in its frames, and has a separate field for the authority (RFC 9113 §8.3.1). */
function findStreamError(req: IncomingMessage, headers: FramingHeaders): HttpError | undefined {
  const { method, socket, url = '' } = req;
  if (!REQUEST_METHODS.has(method)) return unknownMethod();
  const error = fieldsError(req, headers);
  if (error !== undefined) return error;
  const requiresHost = (socket as ServerSocket).server?.requireHostHeader !== false;
  if (headers.hosts === 0 && requiresHost)
    return invalidHost('Missing authority: expected :authority or Host.');
  if (url.startsWith('/') || (url === '*' && method === 'OPTIONS')) return undefined;
  return new HttpError(400, 'ERR_PATH', 'Invalid :path: expected a path that starts with a slash.');
}

function fieldsError(req: IncomingMessage, { hosts, host }: FramingHeaders): HttpError | undefined {
  const limit = maxHeaders(req.socket);
  if (req.rawHeaders.length >= 2 * limit) return tooManyHeaders(limit);
  if (hosts > 1) return invalidHost(`Invalid Host: expected one header, got ${hosts}.`);
  if (host === lastHost || host === '') return undefined;
  if (parseHost(host) === undefined)
    return invalidHost('Invalid Host: expected a host name, with or without a port.');
  lastHost = host;
  return undefined;
}

/** Reads the raw headers, because Node builds `req.headers` only on first access. */
function readFramingHeaders(rawHeaders: readonly string[]): FramingHeaders {
  const headers: FramingHeaders = { hosts: 0, host: '', transferEncoding: undefined, hasBody: false };
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    const value = rawHeaders[index + 1] as string;
    if (name.length === HOST_LENGTH && name.toLowerCase() === 'host') {
      headers.hosts++;
      headers.host = value;
    } else if (name.length === TRANSFER_ENCODING_LENGTH && name.toLowerCase() === 'transfer-encoding') {
      headers.transferEncoding =
        headers.transferEncoding === undefined ? value : `${headers.transferEncoding}, ${value}`;
      headers.hasBody = true;
    } else if (name.length === CONTENT_LENGTH_LENGTH && name.toLowerCase() === 'content-length') {
      headers.hasBody = true;
    }
  }
  return headers;
}

/** The limit above which Node drops headers without an error. */
function maxHeaders(socket: ServerSocket): number {
  const count = socket.server?.maxHeadersCount;
  if (typeof count !== 'number') return MAX_HEADERS;
  return count > 0 ? count : Number.POSITIVE_INFINITY;
}

/** RFC 9112 §6.1 and §6.3. Node's parser also finds some of these errors, but only after the head. */
function encodingError(req: IncomingMessage, transferEncoding: string): HttpError | undefined {
  if (req.httpVersionMinor === 0) return invalidEncoding('expected none in HTTP/1.0');
  const encodings = transferEncoding.trim().toLowerCase();
  if (encodings === 'chunked') return undefined;
  const last = encodings.slice(encodings.lastIndexOf(',') + 1).trim();
  if (last !== 'chunked') return invalidEncoding('expected chunked as the last encoding');
  const message = 'Unsupported Transfer-Encoding: expected only chunked.';
  return new HttpError(501, 'ERR_TRANSFER_CODING', message, { expose: true });
}

/** Checks a target in absolute-form, the only form with an authority. */
function targetError(req: IncomingMessage, trusts: Trust): HttpError | undefined {
  const { socket, url = '' } = req;
  const authority = parseRequestTarget(url)?.authority;
  if (authority === undefined) return undefined;
  if (parseHost(authority) === undefined)
    return invalidHost('Invalid request target: expected a host name in the authority.');
  const isSecure = (socket as { readonly encrypted?: boolean }).encrypted === true;
  if (!/^https:/i.test(url) || isSecure || trusts(socket.remoteAddress ?? '', 0)) return undefined;
  // RFC 9110 §7.4: the client may assume that the connection is secure.
  return new HttpError(
    421,
    'ERR_NOT_SECURE',
    'Invalid request target: expected http, got https on a connection without TLS.',
  );
}

function invalidHost(message: string): HttpError {
  return new HttpError(400, 'ERR_HOST', message);
}

function invalidEncoding(expected: string): HttpError {
  return new HttpError(400, 'ERR_TRANSFER_ENCODING', `Invalid Transfer-Encoding: ${expected}.`);
}

function tooManyHeaders(limit: number): HttpError {
  return new HttpError(431, 'ERR_TOO_MANY_FIELDS', `Too many headers: expected fewer than ${limit}.`);
}

function unknownMethod(): HttpError {
  const message = 'Unknown method: expected an HTTP method in upper case.';
  return new HttpError(501, 'ERR_METHOD_NOT_IMPLEMENTED', message, { expose: true });
}

function unsupportedVersion(version: string): HttpError {
  return new HttpError(
    505,
    'ERR_HTTP_VERSION',
    `Unsupported version: expected HTTP/1.1, got HTTP/${version}.`,
    {
      expose: true,
    },
  );
}

/** Limits how much of an unread body is read after the response. */
function limitUnreadBody(req: IncomingMessage, res: ServerResponse): void {
  // Before Node's own listener, which starts to read.
  res.prependOnceListener('finish', () => {
    if (!req.complete && req.readableFlowing === null) discardRest(req, res, false);
  });
}
