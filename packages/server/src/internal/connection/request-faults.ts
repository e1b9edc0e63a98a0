/**
 * @module What RFC 9110 and RFC 9112 forbid and Node's parser lets through. The fast lane's recogniser has excluded all of it, so
 * only requests that Node has read, or that were given another target, come here, each once, before it is routed.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { parseHost } from '@nextpress/semantics/host';
import { HttpError } from '@nextpress/semantics/http-error';
import { parseRequestTarget } from '@nextpress/semantics/request-target';
import { boundUnreadBody } from './unread-body.ts';

/** Node's default for `maxHeadersCount`. */
const MAX_FIELDS = 1000;

const HOST_LENGTH = 'host'.length;
const CONTENT_LENGTH_LENGTH = 'content-length'.length;
const TRANSFER_ENCODING_LENGTH = 'transfer-encoding'.length;

/** The fields that decide about framing and authority. */
interface DecidingFields {
  hosts: number;
  host: string;
  codings: string | undefined;
  /** Or an empty one. */
  hasBody: boolean;
}

/** Most clients of a server name the same host, request after request. */
let lastHost = '';

/** Connections that end behind a refusal. Node may have read what came behind it in the same packet. */
const refused = new WeakSet<Socket>();
const BEHIND_REFUSED = 'The request came behind one that was refused.';

/** Whether a peer may speak for others, as a gateway that ends TLS does. */
type Trust = (address: string, hop: number) => boolean;

/**
 * Bounds what is read of the request's body when nobody reads it.
 *
 * @returns why the request must be refused, and the connection closed behind the refusal; `undefined` for nearly all
 */
export function checkRequest(
  req: IncomingMessage,
  res: ServerResponse,
  trusts: Trust,
): HttpError | undefined {
  // Made without a connection, as adapters of platforms that have none make them: no parser has let anything through.
  if (typeof req.httpVersionMajor !== 'number' || req.socket === null) return undefined;
  if (refused.has(req.socket)) return new HttpError(400, 'ERR_BEHIND_REFUSED', BEHIND_REFUSED);
  const fields = decidingFields(req.rawHeaders);
  if (fields.hasBody) boundUnreadBody(req, res);
  const fault = findFault(req, fields, trusts);
  if (fault !== undefined) refused.add(req.socket);
  return fault;
}

function findFault(
  req: IncomingMessage,
  { hosts, host, codings }: DecidingFields,
  trusts: Trust,
): HttpError | undefined {
  if (req.httpVersionMajor !== 1) return unsupportedVersion(req.httpVersion);
  const limit = maxFields(req.socket);
  if (req.rawHeaders.length >= 2 * limit) return tooManyFields(limit);
  if (hosts > 1) return badHost('The request has more than one Host field.');
  if (host !== lastHost && host !== '') {
    if (parseHost(host) === undefined) return badHost('The Host field names no host.');
    lastHost = host;
  }
  const fault = codings === undefined ? undefined : codingFault(req, codings);
  return fault ?? ((req.url as string).startsWith('/') ? undefined : targetFault(req, trusts));
}

/** One pass, and no table of the fields, which most handlers would never read. */
function decidingFields(rawHeaders: readonly string[]): DecidingFields {
  const fields: DecidingFields = { hosts: 0, host: '', codings: undefined, hasBody: false };
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    const value = rawHeaders[index + 1] as string;
    if (name.length === HOST_LENGTH && name.toLowerCase() === 'host') {
      fields.hosts++;
      fields.host = value;
    } else if (name.length === TRANSFER_ENCODING_LENGTH && name.toLowerCase() === 'transfer-encoding') {
      fields.codings = fields.codings === undefined ? value : `${fields.codings}, ${value}`;
      fields.hasBody = true;
    } else if (name.length === CONTENT_LENGTH_LENGTH && name.toLowerCase() === 'content-length') {
      fields.hasBody = true;
    }
  }
  return fields;
}

/** Node keeps no more fields than this, and doesn't say that it has dropped others. */
function maxFields(socket: Socket & { readonly server?: { readonly maxHeadersCount?: unknown } }): number {
  const count = socket.server?.maxHeadersCount;
  if (typeof count !== 'number') return MAX_FIELDS;
  return count > 0 ? count : Number.POSITIVE_INFINITY;
}

/** RFC 9112 §6.1 and §6.3. Of some of these Node's parser finds the fault too, but only behind the head. */
function codingFault(req: IncomingMessage, codings: string): HttpError | undefined {
  if (req.httpVersionMinor === 0) return badCoding('A request of HTTP/1.0 has no transfer codings.');
  const known = codings.trim().toLowerCase();
  if (known === 'chunked') return undefined;
  const last = known.slice(known.lastIndexOf(',') + 1).trim();
  if (last !== 'chunked') return badCoding('The last transfer coding of a request is chunked.');
  const message = 'The only transfer coding known here is chunked.';
  return new HttpError(501, 'ERR_TRANSFER_CODING', message, { expose: true });
}

/** Of an absolute-form; in any other form of a target that is well-formed there is no authority. */
function targetFault(req: IncomingMessage, trusts: Trust): HttpError | undefined {
  const { socket, url = '' } = req;
  const authority = parseRequestTarget(url)?.authority;
  if (authority === undefined) return undefined;
  if (parseHost(authority) === undefined) return badHost('The request target names no host.');
  const isSecure = (socket as { readonly encrypted?: boolean }).encrypted === true;
  if (!/^https:/i.test(url) || isSecure || trusts(socket.remoteAddress ?? '', 0)) return undefined;
  // RFC 9110 §7.4: somebody may have been told that it went over a secure connection.
  return new HttpError(421, 'ERR_NOT_SECURE', 'The request target is https, and the connection is not.');
}

function badHost(message: string): HttpError {
  return new HttpError(400, 'ERR_HOST', message);
}

function badCoding(message: string): HttpError {
  return new HttpError(400, 'ERR_TRANSFER_ENCODING', message);
}

function tooManyFields(limit: number): HttpError {
  return new HttpError(431, 'ERR_TOO_MANY_FIELDS', `The request has ${limit} fields or more.`);
}

function unsupportedVersion(version: string): HttpError {
  return new HttpError(505, 'ERR_HTTP_VERSION', `HTTP/${version} isn't served here: HTTP/1.1 is.`, {
    expose: true,
  });
}
