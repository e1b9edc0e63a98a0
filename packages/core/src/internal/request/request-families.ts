/** @module Cold: what a request's prototype gets. */

import type { Family } from '../family.ts';
import { getParsedUrl, setParsedUrl } from './parsed-url.ts';
import { accepts, acceptsCharsets, acceptsEncodings, acceptsLanguages } from './request-accepts.ts';
import { is, range } from './request-content.ts';
import { getField, getXhr } from './request-fields.ts';
import {
  getHost,
  getHostname,
  getIp,
  getIps,
  getProtocol,
  getSecure,
  getSubdomains,
} from './request-origin.ts';
import { getFresh, getResponse, getStale } from './request-response.ts';
import {
  getOriginalUrl,
  getPath,
  getPathname,
  getQuery,
  getSearch,
  refusePathname,
} from './request-target.ts';
import { ORIGINAL_URL, PATHNAME, QUERY, READ_URL, RESPONSE } from './target-state.ts';

const TARGET: Family = {
  values: {
    [ORIGINAL_URL]: undefined,
    [READ_URL]: undefined,
    [PATHNAME]: undefined,
    [QUERY]: undefined,
    [RESPONSE]: undefined,
  },
  accessors: { originalUrl: getOriginalUrl, search: getSearch, query: getQuery, path: getPath },
  guarded: {
    pathname: { get: getPathname, set: refusePathname },
    _parsedUrl: { get: getParsedUrl, set: setParsedUrl },
  },
};

/** Read until `openRequest` or a router assigns `params`. Frozen, because all requests share it. */
const NO_PARAMS = Object.freeze(Object.create(null));

const DATA: Family = { values: { params: NO_PARAMS } };

const FIELDS: Family = { values: { get: getField, header: getField }, accessors: { xhr: getXhr } };

const NEGOTIATION: Family = { values: { accepts, acceptsCharsets, acceptsEncodings, acceptsLanguages } };

const CONTENT: Family = { values: { is, range } };

const ORIGIN: Family = {
  accessors: {
    ip: getIp,
    ips: getIps,
    protocol: getProtocol,
    secure: getSecure,
    host: getHost,
    hostname: getHostname,
    subdomains: getSubdomains,
  },
};

const ANSWER: Family = { accessors: { res: getResponse, fresh: getFresh, stale: getStale } };

export const REQUEST_FAMILIES: readonly Family[] = [
  DATA,
  TARGET,
  FIELDS,
  NEGOTIATION,
  CONTENT,
  ORIGIN,
  ANSWER,
];
