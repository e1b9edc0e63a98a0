/** @module Cold: the members added to the request prototype. */

import type { Members } from '../define-members.ts';
import { getFresh, getResponse, getStale } from '../freshness.ts';
import { accepts, acceptsCharsets, acceptsEncodings, acceptsLanguages } from './request-accepts.ts';
import { is, range } from './request-content.ts';
import { getRequestHeader, getXhr } from './request-headers.ts';
import {
  getHost,
  getHostname,
  getIp,
  getIps,
  getProtocol,
  getSecure,
  getSubdomains,
} from './request-origin.ts';
import {
  getOriginalUrl,
  getParsedUrl,
  getPath,
  getPathname,
  getQuery,
  getSearch,
  setParsedUrl,
  setPathname,
} from './request-target.ts';
import { PATHNAME, QUERY, READ_URL, UPDATES_PARSED_URL } from './target-state.ts';

/** The initial value of `params`. Frozen, because all requests share it. */
const NO_PARAMS = Object.freeze(Object.create(null));

export const REQUEST_MEMBERS: Members = {
  values: {
    [READ_URL]: undefined,
    [PATHNAME]: undefined,
    [QUERY]: undefined,
    [UPDATES_PARSED_URL]: false,
    params: NO_PARAMS,
    get: getRequestHeader,
    header: getRequestHeader,
    accepts,
    acceptsCharsets,
    acceptsEncodings,
    acceptsLanguages,
    is,
    range,
  },
  getters: {
    originalUrl: getOriginalUrl,
    search: getSearch,
    query: getQuery,
    path: getPath,
    xhr: getXhr,
    ip: getIp,
    ips: getIps,
    protocol: getProtocol,
    secure: getSecure,
    host: getHost,
    hostname: getHostname,
    subdomains: getSubdomains,
    res: getResponse,
    fresh: getFresh,
    stale: getStale,
  },
  accessors: {
    pathname: { get: getPathname, set: setPathname },
    _parsedUrl: { get: getParsedUrl, set: setParsedUrl },
  },
};
