/** @module The dialect of `createServer()`. */

import { defaultSettings, malformedTarget, SETTINGS } from '@nextpress/core';
import { createExpressMatcher } from '@nextpress/router';
import { formatContentDisposition } from '@nextpress/semantics/content-disposition';
import { printThrown } from '@nextpress/semantics/thrown-value';
import { sendFile } from '@nextpress/static';
import type { Request } from '../../types/application.ts';
import { type Dialect, type OwnSettings, settingsOf } from '../dialect.ts';
import { describeRequest } from '../logging/request-log.ts';
import { passErrorsOn } from '../messages/file-helpers.ts';
import { baseMessages } from '../messages/message-prototypes.ts';
import { flattenPath } from '../path/path-matcher.ts';
import { createRegExpMatcher } from '../path/regexp-matcher.ts';
import { ROUTE_DIALECT } from '../registration/layered-route.ts';
import { respondByDefault } from '../responding/final-handler.ts';
import { recordMiss } from '../responding/unmatched-response.ts';
import { applicationPrototype } from './application-prototype.ts';
import { STATE, type StatefulApplication } from './application-state.ts';
import { routerPrototype } from './router-function.ts';
import { parseNestedQueryOrNone } from './setting-rules.ts';

/** In a list, `/` matches `/` and paths that start with an empty segment. */
const ROOT_IN_LIST = /^\/(?:\/$)?(?=\/|$)/;

export const serverDialect: Dialect = {
  ...defaultSettings().dialect,
  ...ROUTE_DIALECT,
  flattenPath,
  listParams: undefined,
  toPrefix: (path) => path,
  // As in Express 5, only a lone `/` matches every path.
  toPattern: (part, end) => (part === '/' && !end ? ROOT_IN_LIST : part),
  compilePattern: (pattern, rules, end) => createExpressMatcher(pattern, { ...rules, end, version: 5 }),
  compileRegExp: createRegExpMatcher,

  // The helpers of a message that core alone has patched belong to no application.
  forRequest: (req) => (settingsOf(req)?.app ? (req[SETTINGS] as OwnSettings).dialect : serverDialect),
  waitsForLayers: false,
  sendsReturned: true,
  restoresMessages: true,
  targetError: ({ url, method }, isWellFormed) =>
    isWellFormed && (url !== '*' || method === 'OPTIONS') ? undefined : malformedTarget(),
  respondToMiss: (req, _res, routes, pathname) => {
    recordMiss(req, routes, pathname);
    return false;
  },

  poweredBy: 'Nextpress',
  prototypes: { application: applicationPrototype, router: routerPrototype },
  queryParser: undefined,
  parseNested: parseNestedQueryOrNone,
  defaults: () => ({
    'x-powered-by': false,
    etag: false,
    env: process.env.NODE_ENV ?? 'production',
    'problem details': true,
  }),
  addMembers: (app) => {
    Object.assign(app, { router: (app as StatefulApplication)[STATE].router });
  },
  messages: baseMessages,
  errorLog: (_settings, log = printError) => log,
  finalHandler: respondByDefault,
  disposition: formatContentDisposition,
  sendFile: (res, path, options, done = passErrorsOn(res.req)) => {
    const etag = options?.etag ?? res.app.enabled('etag');
    sendFile(res.req, res, path, { ...options, etag }, done);
  },
};

function printError(error: unknown, req: Request | undefined): void {
  if (req === undefined) printThrown(error);
  else printThrown(`${titleOf(req)}:`, error);
}

/** As `GET /users/7 (route /users/:id, request 5f0c…)`. */
function titleOf(req: Request): string {
  const { reqId, method, path, route } = describeRequest(req);
  const details = [
    route === undefined || route === path ? '' : `route ${route}`,
    reqId === undefined ? '' : `request ${reqId}`,
  ].filter((detail) => detail !== '');
  return `${method} ${path}${details.length === 0 ? '' : ` (${details.join(', ')})`}`;
}
