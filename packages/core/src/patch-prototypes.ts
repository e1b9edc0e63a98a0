import { NO_PARAMS } from './empty.ts';
import { checkOptions } from './internal/check-options.ts';
import { json } from './internal/json.ts';
import { redirect } from './internal/redirect.ts';
import { getField as getRequestField } from './internal/request-fields.ts';
import {
  getOriginalUrl,
  getPathname,
  getQuery,
  getSearch,
  QUERY_PARSER,
  refusePathname,
} from './internal/request-target.ts';
import { getField, setField, setType } from './internal/response-fields.ts';
import { send } from './internal/send.ts';
import { sendStatus } from './internal/send-status.ts';
import { status } from './internal/status.ts';
import { ORIGINAL_URL, PATHNAME, QUERY, READ_URL } from './internal/target-state.ts';
import type { QueryParser } from './request-helpers.ts';

/** What {@link patchPrototypes} patches. */
export interface PatchOptions {
  /** The prototype of the requests: `IncomingMessage.prototype`, or that of a class of your own that extends it. */
  readonly request: object;
  /** The prototype of the responses: `ServerResponse.prototype`, or that of a class of your own that extends it. */
  readonly response: object;
  /**
   * Reads `req.query` of these requests. It gets the query without its `?`, and is not asked when there is none.
   * @defaultValue the flat parser of `@nextpress/semantics/query`
   */
  readonly queryParser?: QueryParser;
}

type Properties = Readonly<Record<PropertyKey, unknown>>;

const patched = new WeakSet<object>();

/** A data property that nobody has assigned yet, so that reading it never misses. */
const REQUEST_DATA: Properties = {
  params: NO_PARAMS,
  body: undefined,
  [ORIGINAL_URL]: undefined,
  [READ_URL]: undefined,
  [PATHNAME]: undefined,
  [QUERY]: undefined,
  [QUERY_PARSER]: undefined,
};
const REQUEST_METHODS: Properties = { get: getRequestField, header: getRequestField };
/** Other code assigns these: the first assignment gives the request a property of its own. */
const ASSIGNABLE_ACCESSORS: Readonly<Record<string, () => unknown>> = {
  originalUrl: getOriginalUrl,
  search: getSearch,
  query: getQuery,
};

const RESPONSE_METHODS: Properties = {
  status,
  set: setField,
  header: setField,
  get: getField,
  type: setType,
  json,
  send,
  sendStatus,
  redirect,
};

/**
 * Defines every helper on two prototypes, as properties that aren't enumerable and can be replaced. Prototypes that are
 * patched already stay as they are, but for a new `queryParser`.
 *
 * @throws TypeError when an option is unknown or isn't what it has to be
 *
 * @example
 * import { createServer, IncomingMessage, ServerResponse } from 'node:http';
 * import { patchPrototypes } from '@nextpress/core';
 *
 * class Request extends IncomingMessage {}
 * class Response extends ServerResponse {}
 * patchPrototypes({ request: Request.prototype, response: Response.prototype });
 *
 * createServer({ IncomingMessage: Request, ServerResponse: Response }, (req, res) => {
 *   res.status(200).json({ path: req.pathname, query: req.query });
 * });
 */
export function patchPrototypes(options: PatchOptions): void {
  checkOptions(options);
  const { request, response, queryParser } = options;
  if (!patched.has(request)) patchRequest(request);
  if (!patched.has(response)) define(response, RESPONSE_METHODS);
  patched.add(request).add(response);
  if (queryParser !== undefined) define(request, { [QUERY_PARSER]: queryParser });
}

function patchRequest(request: object): void {
  define(request, REQUEST_DATA);
  define(request, REQUEST_METHODS);
  Object.defineProperty(request, 'pathname', { get: getPathname, set: refusePathname, configurable: true });
  for (const [name, get] of Object.entries(ASSIGNABLE_ACCESSORS)) {
    Object.defineProperty(request, name, { get, set: ownDataSetter(name), configurable: true });
  }
}

function define(prototype: object, properties: Properties): void {
  for (const name of Reflect.ownKeys(properties)) {
    Object.defineProperty(prototype, name, { value: properties[name], writable: true, configurable: true });
  }
}

function ownDataSetter(name: string): (this: object, value: unknown) => void {
  return function setOwn(value) {
    Object.defineProperty(this, name, { value, writable: true, enumerable: true, configurable: true });
  };
}
