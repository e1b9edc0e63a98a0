/** @module Cold: the options of `validate()` and `compileSchema()`. Uses no ajv types, because ajv may not be installed. */

import type { JsonBodyOptions } from '@nextpress/json-body';
import { booleanOption, checkOptionNames, integerOption, invalidOption } from '@nextpress/semantics/options';

/** A JSON Schema that is not `true` or `false`. */
interface SchemaObject {
  readonly [keyword: string]: unknown;
}

/** How values arrive: typed in JSON, as strings with repeatable names in a query or a form, or as a single string in params and headers. */
export type Encoding = 'json' | 'form' | 'query' | 'params' | 'headers';

/** What to do with properties that a schema does not declare. */
export type UnknownKeys = 'keep' | 'strip' | 'reject';

/** A regular expression, or an object from a package such as re2. */
export interface PatternTester {
  test(text: string): boolean;
}

/** Creates regular expressions. */
export type MakePattern = (pattern: string, flags: string) => PatternTester;

/** The default for the `regExp` option. */
export function makeRegExp(pattern: string, flags: string): RegExp {
  return new RegExp(pattern, flags);
}

/** Schemas by the URI that references use. */
export function schemasByUri(schemas: AjvSettings['schemas'] = []): Readonly<Record<string, SchemaObject>> {
  if (!Array.isArray(schemas)) return schemas as Readonly<Record<string, SchemaObject>>;
  return Object.fromEntries(schemas.map((schema: SchemaObject) => [String(schema.$id ?? ''), schema]));
}

/** Options for ajv. None of them converts or changes values, because requests are never changed in place. */
export interface AjvSettings {
  /**
   * Whether unknown keywords and formats throw at registration.
   * @defaultValue `true`
   */
  readonly strict?: boolean;
  /** Formats in addition to those of ajv-formats: a regular expression, a function, or an object with `validate`. */
  readonly formats?: Readonly<Record<string, unknown>>;
  /** Definitions of additional keywords. */
  readonly keywords?: readonly (string | object)[];
  /** Schemas that others can reference: an array of schemas with an `$id`, or an object keyed by URI, which may differ from the `$id`. */
  readonly schemas?: readonly SchemaObject[] | Readonly<Record<string, SchemaObject>>;
  /** Creates regular expressions for `pattern`. A package such as re2 runs them in linear time. */
  readonly regExp?: (pattern: string, flags: string) => { test(text: string): boolean };
}

/** How a schema is used. */
export interface SchemaUse {
  /** The prefix of locations in issues, such as `body`. */
  readonly location: string;
  /** How values arrive, if they come from a request: strings are converted accordingly. */
  readonly encoding?: Encoding;
  readonly unknownKeys: UnknownKeys;
  /**
   * Whether `format: 'binary'` means a file, as in a body of `multipart/form-data`.
   * @defaultValue `false`
   */
  readonly hasFiles?: boolean;
  readonly maxErrors: number;
}

/** Options of `compileSchema()`. */
export interface CompileOptions {
  /**
   * The prefix of locations in issues.
   * @defaultValue `'body'`
   */
  readonly location?: string;
  /**
   * Whether to convert strings to the types that the schema accepts, as for a query.
   * @defaultValue `false`
   */
  readonly coerce?: boolean;
  /**
   * What to do with properties that a JSON Schema does not declare.
   * @defaultValue `'keep'`
   */
  readonly unknownKeys?: UnknownKeys;
  /**
   * Maximum number of reported issues.
   * @defaultValue `20`
   */
  readonly maxErrors?: number;
  /** Options for ajv. */
  readonly ajv?: AjvSettings;
}

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
   * `additionalProperties` and `unevaluatedProperties`. If these allow other properties, they take precedence over `'strip'` and
   * `'reject'`; if they are `false`, `'strip'` removes the properties before validation, except those that only an alternative
   * rejects.
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
  /** Options of `jsonBody()`, for routes with a body schema. `strict` defaults to `false`. */
  readonly json?: JsonBodyOptions;
  /** Options for ajv. */
  readonly ajv?: AjvSettings;
}

/** Validated options, with defaults. */
export type ValidateSettings = Required<ValidateOptions>;

const UNKNOWN_KEYS = ['keep', 'strip', 'reject'] as const;
/** What to use instead of ajv options that the plugin sets itself. */
const AJV_REMEDIES: Readonly<Record<string, string>> = {
  'ajv.allErrors': 'use "maxErrors", outside of "ajv"',
  'ajv.coerceTypes':
    'strings in params, query, headers and forms are converted without it, and those in JSON bodies never are',
  'ajv.removeAdditional': 'use unknownKeys: "strip", outside of "ajv"',
  'ajv.useDefaults': 'defaults are always filled in',
};
const MODES = ['check', 'serialize', 'off'] as const;

/** @throws {TypeError} if an option is invalid */
export function validateSettings(options: ValidateOptions): ValidateSettings {
  const owner = 'validate';
  checkOptionNames(owner, options, ['status', 'unknownKeys', 'maxErrors', 'responses', 'json', 'ajv']);
  const { status = 400, responses = defaultMode(), json = {} } = options;
  if (status !== 400 && status !== 422) throw invalidOption(owner, 'status', '400 or 422', status);
  checkObject(owner, 'json', json);
  return {
    ...commonSettings(owner, options),
    status,
    responses: oneOf(owner, 'responses', MODES, responses),
    // The schema decides which values are valid, so a body may also be a string.
    json: { strict: false, ...json },
  };
}

/** @throws {TypeError} if an option is invalid */
export function compileSettings(options: CompileOptions): Required<CompileOptions> {
  const owner = 'compileSchema';
  checkOptionNames(owner, options, ['location', 'coerce', 'unknownKeys', 'maxErrors', 'ajv']);
  const { location = 'body', coerce = false } = options;
  return { ...commonSettings(owner, options), location, coerce: booleanOption(owner, 'coerce', coerce) };
}

type CommonOptions = Pick<CompileOptions, 'unknownKeys' | 'maxErrors' | 'ajv'>;

function commonSettings(owner: string, options: CommonOptions): Required<CommonOptions> {
  const { unknownKeys = 'keep', maxErrors = 20, ajv = {} } = options;
  checkObject(owner, 'ajv', ajv);
  checkOptionNames(
    owner,
    Object.fromEntries(Object.keys(ajv).map((name) => [`ajv.${name}`, 0])),
    ['ajv.strict', 'ajv.formats', 'ajv.keywords', 'ajv.schemas', 'ajv.regExp'],
    AJV_REMEDIES,
  );
  return {
    unknownKeys: oneOf(owner, 'unknownKeys', UNKNOWN_KEYS, unknownKeys),
    maxErrors: integerOption(owner, 'maxErrors', maxErrors, 1, 1_000),
    ajv,
  };
}

function checkObject(owner: string, option: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) throw invalidOption(owner, option, 'an object', value);
}

function oneOf<Value>(owner: string, option: string, values: readonly Value[], value: Value): Value {
  if (values.includes(value)) return value;
  throw invalidOption(owner, option, `one of ${values.join(', ')}`, value);
}

/** An application deployed without `NODE_ENV` should not validate its responses twice. */
function defaultMode(): ResponseMode {
  const { NODE_ENV } = process.env;
  return NODE_ENV === 'development' || NODE_ENV === 'test' ? 'check' : 'serialize';
}

/** Merges options: arrays and objects are combined, and the inner options take precedence. */
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
    keywords: [...keywordsByName(outer, settings).values()],
    schemas: { ...schemasByUri(outer.schemas), ...schemasByUri(settings.schemas) },
  };
}

/** A definition replaces an outer one with the same name or names. */
function keywordsByName(...settings: readonly AjvSettings[]): ReadonlyMap<string, string | object> {
  const keywords = settings.flatMap((each) => each.keywords ?? []);
  return new Map(
    keywords.map((each) => [
      String(typeof each === 'string' ? each : (each as { keyword?: unknown }).keyword),
      each,
    ]),
  );
}

function defined<Options extends object>(options: Options): Partial<Options> {
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  ) as Partial<Options>;
}
