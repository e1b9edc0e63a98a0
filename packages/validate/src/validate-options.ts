/** @module Cold: the options of the plugin, and their validation. */

import type { JsonBodyOptions } from '@nextpress/json-body';
import { checkOptionNames, checkOptionsObject, invalidOption } from '@nextpress/semantics/options';
import { ajvOption, maxErrorsOption, unknownKeysOption } from './compile-schema.ts';
import { type AjvSettings, schemasByUri } from './json-schema/ajv-settings.ts';
import type { UnknownKeys } from './json-schema/shape-pass.ts';

/** `check` also compares each response with its schema; `off` ignores response schemas. */
export type ResponseMode = 'check' | 'serialize' | 'off';

/** Options of `validate()`. */
export interface ValidateOptions {
  /**
   * The status of the response to an invalid request.
   * @defaultValue `400`
   */
  readonly status?: 400 | 422;
  /**
   * What to do with properties of a query or a body that a JSON Schema does not declare. `'keep'` leaves the decision to
   * `additionalProperties` and `unevaluatedProperties`. If these allow other properties, they have precedence over `'strip'` and
   * `'reject'`; if they are `false`, `'strip'` removes the properties first, except those that only an alternative refuses.
   * @defaultValue `'keep'`
   */
  readonly unknownKeys?: UnknownKeys;
  /**
   * Maximum number of errors in a response, from 1 to 1000.
   * @defaultValue `20`
   */
  readonly maxErrors?: number;
  /**
   * What to do with response schemas: `'serialize'` sends what the schema declares, `'check'` also reports responses that do not
   * match it, and `'off'` ignores it.
   * @defaultValue `'check'` when `NODE_ENV` is `development` or `test`, otherwise `'serialize'`
   */
  readonly responses?: ResponseMode;
  /** Options of `jsonBody()`, for routes with a schema of the body. `strict` is `false` unless it is set. */
  readonly json?: JsonBodyOptions;
  /** Options for ajv. */
  readonly ajv?: AjvSettings;
}

/** Validated options, with defaults. */
export type ValidateSettings = Required<ValidateOptions>;

const NAMES = ['status', 'unknownKeys', 'maxErrors', 'responses', 'json', 'ajv'];
const MODES = ['check', 'serialize', 'off'];

/** @throws {TypeError} for an invalid option */
export function validateSettings(options: ValidateOptions): ValidateSettings {
  const owner = 'validate';
  checkOptionNames(owner, options, NAMES);
  const { status = 400, responses = defaultMode(), json = {} } = options;
  if (status !== 400 && status !== 422) throw invalidOption(owner, 'status', '400 or 422', status);
  if (!MODES.includes(responses)) {
    throw invalidOption(owner, 'responses', `one of ${MODES.join(', ')}`, responses);
  }
  checkOptionsObject(`json of ${owner}`, json);
  return {
    status,
    responses,
    unknownKeys: unknownKeysOption(owner, options.unknownKeys),
    maxErrors: maxErrorsOption(owner, options.maxErrors),
    // The schema decides which values are valid, also whether a body may be a string.
    json: { strict: false, ...json },
    ajv: ajvOption(owner, options.ajv),
  };
}

/** An application that is deployed without `NODE_ENV` does not validate its responses twice. */
function defaultMode(): ResponseMode {
  const { NODE_ENV } = process.env;
  return NODE_ENV === 'development' || NODE_ENV === 'test' ? 'check' : 'serialize';
}

/** Options with others added: lists and tables are joined, and what the others set has precedence. */
export function addTo(outer: ValidateOptions, options: ValidateOptions): ValidateOptions {
  return {
    ...outer,
    ...defined(options),
    ...(outer.json || options.json ? { json: { ...outer.json, ...options.json } } : {}),
    ...(outer.ajv || options.ajv ? { ajv: addAjv(outer.ajv ?? {}, options.ajv ?? {}) } : {}),
  };
}

function addAjv(outer: AjvSettings, settings: AjvSettings): AjvSettings {
  return {
    ...outer,
    ...defined(settings),
    formats: { ...outer.formats, ...settings.formats },
    keywords: joinedKeywords(outer.keywords, settings.keywords),
    schemas: { ...schemasByUri(outer.schemas), ...schemasByUri(settings.schemas) },
  };
}

/** The keywords of both. Those of the same name are replaced. */
function joinedKeywords(
  outer: AjvSettings['keywords'] = [],
  keywords: AjvSettings['keywords'] = [],
): NonNullable<AjvSettings['keywords']> {
  const replaced = new Set(keywords.map(nameOf));
  return [...outer.filter((keyword) => !replaced.has(nameOf(keyword))), ...keywords];
}

/** The name of a keyword, of which ajv also takes definitions with several names. */
function nameOf(keyword: string | object): string {
  return String(typeof keyword === 'string' ? keyword : (keyword as { keyword?: unknown }).keyword);
}

function defined<Options extends object>(options: Options): Partial<Options> {
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  ) as Partial<Options>;
}
