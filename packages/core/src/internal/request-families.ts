/** @module Cold: what a request's prototype gets. */

import { NO_PARAMS } from '../empty.ts';
import type { Family } from './family.ts';
import { getField } from './request-fields.ts';
import { getOriginalUrl, getPathname, getQuery, getSearch, refusePathname } from './request-target.ts';
import { ORIGINAL_URL, PATHNAME, QUERY, READ_URL } from './target-state.ts';

const TARGET: Family = {
  values: {
    [ORIGINAL_URL]: undefined,
    [READ_URL]: undefined,
    [PATHNAME]: undefined,
    [QUERY]: undefined,
  },
  accessors: { originalUrl: getOriginalUrl, search: getSearch, query: getQuery },
  guarded: { pathname: { get: getPathname, set: refusePathname } },
};

const DATA: Family = { values: { params: NO_PARAMS, body: undefined } };

const FIELDS: Family = { values: { get: getField, header: getField } };

export const REQUEST_FAMILIES: readonly Family[] = [DATA, TARGET, FIELDS];
