/** @module Cold: the options of `cors()`, checked and turned into the field values to send. */

import type { OriginOption, OriginRule } from './origin-rule.ts';
import { compileOrigin } from './origin-rule.ts';

/** What {@link cors} takes. Every option that is left out has its default. */
export interface CorsOptions {
  /**
   * Who may read the answers. `'*'`: everybody, without credentials. A string, a `RegExp` or a list of both: these
   * origins. A function: see {@link OriginFunction}. `true`: whoever asks, which with `credentials` lets every site
   * act for your users. `false`: no CORS at all, and nothing left of what an earlier `cors()` allowed. The origin
   * `null` is allowed only by `'*'` or by its name.
   * @defaultValue `'*'`
   */
  readonly origin?: OriginOption;
  /**
   * Methods that a preflight allows, as a list or with commas between them. They are case-sensitive.
   * @defaultValue `['GET', 'HEAD', 'PUT', 'PATCH', 'POST', 'DELETE']`
   */
  readonly methods?: string | readonly string[];
  /**
   * Request fields that a preflight allows, as a list or with commas between them; `[]` allows none beyond those
   * that need no permission. Left out, an allowed origin gets those it asks for.
   * @defaultValue the names in `Access-Control-Request-Headers`
   */
  readonly allowedHeaders?: string | readonly string[];
  /**
   * Response fields that scripts may read, as a list or with commas between them.
   * @defaultValue `[]`
   */
  readonly exposedHeaders?: string | readonly string[];
  /**
   * Whether requests may carry cookies, `Authorization` and client certificates. Needs origins that are named.
   * @defaultValue `false`
   */
  readonly credentials?: boolean;
  /**
   * How long a browser may remember a preflight's answer, in seconds.
   * @defaultValue no field: browsers take 5 seconds
   */
  readonly maxAge?: number;
  /**
   * Whether a preflight, with its fields set, goes on to the next layer instead of being answered.
   * @defaultValue `false`
   */
  readonly preflightContinue?: boolean;
  /**
   * Status of the answer to a preflight, from 200 to 299.
   * @defaultValue `204`
   */
  readonly optionsSuccessStatus?: number;
}

/** The options, ready to send. A value that is `undefined` is not sent. */
export interface CorsPolicy {
  readonly origin: OriginRule;
  readonly credentials: 'true' | undefined;
  readonly exposedHeaders: string | undefined;
  readonly methods: string;
  /** `true`: what the request asks for. */
  readonly allowedHeaders: string | undefined | true;
  readonly maxAge: string | undefined;
  readonly preflightContinue: boolean;
  readonly preflightStatus: number;
  /** What the answer to a request depends on. */
  readonly vary: string | undefined;
  /** What the answer to a preflight depends on. */
  readonly preflightVary: string | undefined;
}

const DEFAULTS = {
  origin: '*',
  methods: 'GET,HEAD,PUT,PATCH,POST,DELETE',
  allowedHeaders: undefined,
  exposedHeaders: [],
  credentials: false,
  maxAge: undefined,
  preflightContinue: false,
  optionsSuccessStatus: 204,
};

/**
 * Checks the options and computes every value that doesn't depend on the request.
 *
 * @throws {TypeError} or {RangeError} naming the option, what it is and what to write
 */
export function compilePolicy(options: CorsOptions): CorsPolicy {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(
      `cors takes an object of options, got ${options === null ? 'null' : `a ${typeof options}`}; ` +
        'to decide per request, give a function as "origin"',
    );
  }
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(DEFAULTS, name)) {
      throw new TypeError(
        `cors: unknown option "${name}"; the options are ${Object.keys(DEFAULTS).join(', ')}`,
      );
    }
  }
  const credentials = flag('credentials', options.credentials);
  const {
    origin: wanted = DEFAULTS.origin,
    methods = DEFAULTS.methods,
    exposedHeaders = DEFAULTS.exposedHeaders,
  } = options;
  const origin = compileOrigin(wanted);
  if (credentials && origin === 'any') {
    throw new TypeError(
      'cors: option "credentials" is true and option "origin" is \'*\', which browsers refuse; ' +
        'list the origins that may send credentials',
    );
  }
  const { allowedHeaders } = options;
  const vary = typeof origin === 'function' ? 'Origin' : undefined;
  const asked = allowedHeaders === undefined ? 'Access-Control-Request-Headers' : undefined;
  return {
    origin,
    credentials: credentials ? 'true' : undefined,
    exposedHeaders: names('exposedHeaders', exposedHeaders, credentials),
    methods: methodList(methods, credentials),
    allowedHeaders: allowedHeaders === undefined || names('allowedHeaders', allowedHeaders, credentials),
    maxAge: options.maxAge === undefined ? undefined : String(seconds('maxAge', options.maxAge)),
    preflightContinue: flag('preflightContinue', options.preflightContinue),
    preflightStatus: status(options.optionsSuccessStatus),
    vary,
    preflightVary: vary !== undefined && asked !== undefined ? `${vary}, ${asked}` : (vary ?? asked),
  };
}

function flag(option: string, value: unknown = false): boolean {
  if (typeof value === 'boolean') return value;
  throw new TypeError(`cors: option "${option}" is ${String(value)}; write true or false`);
}

function seconds(option: string, value: unknown): number {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  throw new RangeError(
    `cors: option "${option}" is ${String(value)}; write whole seconds, such as 600, or 0 for no caching`,
  );
}

function status(value: unknown = DEFAULTS.optionsSuccessStatus): number {
  if (Number.isInteger(value) && (value as number) >= 200 && (value as number) <= 299) return value as number;
  throw new RangeError(
    `cors: option "optionsSuccessStatus" is ${String(value)}; a preflight succeeds with a status from 200 to 299`,
  );
}

function methodList(value: unknown, credentials: boolean): string {
  const list = names('methods', value, credentials) ?? '';
  if (list !== list.toUpperCase()) {
    throw new TypeError(
      `cors: option "methods" is "${list}", but methods are case-sensitive; write "${list.toUpperCase()}"`,
    );
  }
  return list;
}

/** A list of tokens (RFC 9110 §5.6.2) as one field value; nothing when it is empty. */
function names(option: string, value: unknown, credentials: boolean): string | undefined {
  const list = typeof value === 'string' ? value.split(',') : value;
  if (!Array.isArray(list)) {
    throw new TypeError(
      `cors: option "${option}" is ${value === null ? 'null' : `of type ${typeof value}`}; write a list of names`,
    );
  }
  const trimmed = list.map((name) => (typeof name === 'string' ? name.trim() : name));
  for (const name of trimmed) {
    if (typeof name !== 'string' || !/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
      throw new TypeError(`cors: option "${option}" has ${JSON.stringify(name)}, which is not a name`);
    }
    if (name === '*' && credentials) {
      throw new TypeError(
        `cors: option "${option}" has '*', which browsers take literally when option "credentials" is true; ` +
          'write the names',
      );
    }
  }
  return trimmed.length === 0 ? undefined : trimmed.join(',');
}
