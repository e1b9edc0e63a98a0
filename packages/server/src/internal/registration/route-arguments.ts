/** @module Reads the arguments of a registration: handlers, and options anywhere among them. */

import { flattenLayers } from '@nextpress/middleware';
import { invalidValue } from '@nextpress/semantics/options';
import type { ChainFunction } from '../../types/application.ts';
import type { RouteOptions } from '../../types/route-options.ts';

/** The arguments after the path. */
export interface RouteArguments {
  readonly options: RouteOptions;
  readonly handles: readonly ChainFunction[];
  /** Number of handlers before the options, which run before the validation. */
  readonly early: number;
}

const OPTION_NAMES = ['schema', 'openapi'];
/** The parts of a request that a schema checks. */
export const REQUEST_PARTS = ['params', 'query', 'headers', 'body'] as const;
const SCHEMA_NAMES = [...REQUEST_PARTS, 'response'];
/** Names of Fastify's routes. Those without an entry get the list of names. */
const REMEDIES = new Map([
  ['onRequest', 'pass the function before the options, as in get(path, guard, { schema }, handler)'],
  ['preValidation', 'pass the function before the options, as in get(path, guard, { schema }, handler)'],
  ['preHandler', 'pass the function after the options, as in get(path, { schema }, check, handler)'],
  ['bodyLimit', 'pass a parser, as in post(path, jsonBody({ limit: "1mb" }), { schema }, handler)'],
  ['querystring', 'name it query'],
]);
const STATUS = /^(?:[1-5]\d\d|[1-5]xx|default)$/;
const NO_OPTIONS: RouteOptions = Object.freeze({});

/**
 * Reads the arguments of a call such as `post('/a')`. A plain object contains options.
 *
 * @throws TypeError for an unknown or invalid option, for a second options object, and when there is no handler after the options
 */
export function readRouteArguments(args: readonly unknown[], call: string): RouteArguments {
  const flat = args.flat(Number.POSITIVE_INFINITY);
  const at = flat.findIndex(isOptions);
  if (at !== flat.findLastIndex(isOptions)) {
    throw new TypeError(
      `Duplicate options of ${call}: expected one object with ${listNames(OPTION_NAMES)}, got two. Merge them into one.`,
    );
  }
  const options = at === -1 ? NO_OPTIONS : (flat[at] as RouteOptions);
  checkRouteOptions(options, call);
  const handles = flattenLayers((at === -1 ? flat : flat.toSpliced(at, 1)) as ChainFunction[], call);
  const early = Math.max(at, 0);
  // An error handler is not enough: without a handler after the options, they would apply to nothing.
  if (handles.length === 0 || (early > 0 && !handles.slice(early).some(({ length }) => length < 4))) {
    const place = early > 0 ? `after the options of ${call}` : `in ${call}`;
    throw new TypeError(
      `Missing handler ${place}: argument handler is required: expected at least one function (req, res, next), got none`,
    );
  }
  return { options, handles, early };
}

/** A circular import turns a guard into an empty object, which must not be ignored. */
function isOptions(value: unknown): value is RouteOptions {
  return isPlainObject(value) && Object.keys(value).length > 0;
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  // Objects of another realm have another `Object.prototype`, which has no prototype either.
  return prototype === null || (!Array.isArray(value) && Object.getPrototypeOf(prototype) === null);
}

/** Unknown names throw, because a typo would switch off validation. */
function checkRouteOptions(options: { schema?: unknown; openapi?: unknown }, call: string): void {
  // The caller may have passed a module instead of one of its functions.
  const asHandler = '. If it is meant as a handler: argument handler must be a function';
  checkNames(options, OPTION_NAMES, (name) => `option "${name}" of ${call}`, asHandler);
  const { schema, openapi } = options;
  if (schema !== undefined) checkSchema(schema, call);
  if (openapi !== undefined && !isPlainObject(openapi)) {
    throw invalidValue(`option "openapi" of ${call}`, 'an object', openapi);
  }
}

function checkSchema(schema: unknown, call: string): void {
  if (!isPlainObject(schema) || '~standard' in schema) {
    const expected = `an object with the schemas of ${listNames(SCHEMA_NAMES)}`;
    throw invalidValue(`option "schema" of ${call}`, expected, schema);
  }
  const asDocumentation = '. Tags, summaries and the like go into the option openapi';
  checkNames(schema, SCHEMA_NAMES, (name) => `name "${name}" in the schema of ${call}`, asDocumentation);
  const { response, ...parts } = schema as Record<string, unknown>;
  for (const [name, value] of Object.entries(parts)) checkSchemaValue(value, `${name} schema of ${call}`);
  if (response !== undefined) checkResponses(response, call);
}

function checkResponses(response: unknown, call: string): void {
  const expected = "an object with statuses such as 200, '2xx' or 'default'";
  if (!isPlainObject(response) || '~standard' in response) {
    throw invalidValue(`response schema of ${call}`, expected, response);
  }
  for (const [status, value] of Object.entries(response)) {
    if (!STATUS.test(status)) throw invalidValue(`response schema of ${call}`, expected, status);
    checkSchemaValue(value, `schema of the response ${status} of ${call}`);
  }
}

function checkSchemaValue(value: unknown, what: string): void {
  if (value === undefined || (typeof value === 'object' && value !== null && !Array.isArray(value))) return;
  if (typeof value === 'function' && '~standard' in value) return;
  throw invalidValue(what, 'a Standard Schema or a JSON Schema object', value);
}

function checkNames(
  object: object,
  names: readonly string[],
  describe: (name: string) => string,
  advice: string,
): void {
  for (const name of Object.keys(object)) {
    if (!names.includes(name)) {
      const remedy = REMEDIES.get(name) ?? `expected ${listNames(names)}${advice}`;
      throw new TypeError(`Unknown ${describe(name)}: ${remedy}`);
    }
  }
}

function listNames(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}
