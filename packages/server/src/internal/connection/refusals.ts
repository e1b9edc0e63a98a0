/** @module Responses of the server itself, which are the same over HTTP/1.1 and HTTP/2. */

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
export const LONG_HEAD: BareResponse = {
  status: 431,
  code: 'HPE_HEADER_OVERFLOW',
  message: 'Header overflow',
};
