/** @module Responses of the server itself, which are the same over HTTP/1.1 and HTTP/2. */

import type { ServerResponse } from 'node:http';
import type { Refuse } from '@nextpress/http2';
import type { HttpError } from '@nextpress/semantics/http-error';
import { bodyFor } from '../responding/error-body.ts';
import type { BareResponse } from './bare-response.ts';

/** For a request that took longer to arrive than `requestTimeout`. */
export const LATE_REQUEST: BareResponse = {
  status: 408,
  code: 'ERR_HTTP_REQUEST_TIMEOUT',
  message: 'Request timeout: the request took too long to arrive.',
  isLate: true,
};

/** For the method CONNECT. */
export const NO_PROXY: BareResponse = {
  status: 501,
  code: 'ERR_METHOD_NOT_IMPLEMENTED',
  message: 'Unsupported method CONNECT: this server is not a proxy.',
};

/** For a head that is longer than `maxHeaderSize`. */
const LONG_HEAD: BareResponse = {
  status: 431,
  code: 'HPE_HEADER_OVERFLOW',
  message: 'Header overflow',
};

const BY_STATUS = { 408: LATE_REQUEST, 431: LONG_HEAD, 501: NO_PROXY };

/** Responds to a probe that the application would refuse. No other request is read from the connection afterwards. */
export function refuseProbe(res: ServerResponse, error: HttpError): void {
  const { contentType, body } = bodyFor(res.socket, error);
  res.shouldKeepAlive = false;
  res.writeHead(error.status, {
    'X-Content-Type-Options': 'nosniff',
    'Content-Type': contentType,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  });
  res.end(body);
}

/** Responds over HTTP/2 instead of the application. */
export const refuse: Refuse = (res, status) => {
  const { contentType, body } = bodyFor(res.socket, BY_STATUS[status]);
  res.writeHead(status, { 'X-Content-Type-Options': 'nosniff', 'Content-Type': contentType });
  res.end(body);
};
