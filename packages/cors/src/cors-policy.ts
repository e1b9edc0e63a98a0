/** @module Cold: validates the options of `cors()` and computes the header values. */

import { booleanOption, checkOptionNames, integerOption, invalidOption } from '@nextpress/semantics/options';
import type { CorsOptions } from './cors-options.ts';
import type { OriginRule } from './origin-rule.ts';
import { compileOrigin } from './origin-rule.ts';

/** Validated options as header values. Headers whose value is `undefined` are not sent. */
export interface CorsPolicy {
  readonly origin: OriginRule;
  readonly credentials: 'true' | undefined;
  readonly exposedHeaders: string | undefined;
  readonly methods: string | undefined;
  /** `true` echoes the headers that the preflight requests. */
  readonly allowedHeaders: string | undefined | true;
  readonly maxAge: string | undefined;
  readonly cacheControl: string | undefined;
  readonly preflightContinue: boolean;
  readonly preflightStatus: number;
  /** `Vary` of responses. */
  readonly vary: string | undefined;
  /** `Vary` of responses to preflights. */
  readonly preflightVary: string | undefined;
}

const OWNER = 'cors';

const NAMES: readonly (keyof CorsOptions)[] = [
  ...(['origin', 'methods', 'allowedHeaders', 'headers', 'exposedHeaders', 'credentials', 'maxAge'] as const),
  ...(['cacheControl', 'preflightContinue', 'optionsSuccessStatus'] as const),
];

/**
 * Validates the options and computes every header value that does not depend on the request.
 *
 * @param isChosen - whether the application's function chose the options for one request, possibly by its origin
 * @throws {TypeError} for an invalid option
 */
export function compilePolicy(given: CorsOptions, isChosen = false): CorsPolicy {
  checkOptionNames(OWNER, given, NAMES);
  const options = withoutNulls(given);
  const { methods = 'GET,HEAD,PUT,PATCH,POST,DELETE', exposedHeaders, optionsSuccessStatus = 204 } = options;
  const allowedHeaders = options.allowedHeaders ?? options.headers;
  const credentials = flag('credentials', options.credentials);
  const origin = compileOrigin(options.origin ?? '*');
  if (origin === 'any' && credentials) {
    throw new TypeError(
      'Invalid options of cors(): browsers ignore "credentials: true" together with "origin: \'*\'". ' +
        'List the origins that may send credentials.',
    );
  }
  const vary = isChosen || typeof origin === 'function' ? 'Origin' : undefined;
  const varying = [vary, allowedHeaders === undefined ? 'Access-Control-Request-Headers' : undefined];
  return {
    origin,
    credentials: credentials ? 'true' : undefined,
    exposedHeaders:
      exposedHeaders === undefined ? undefined : nameList('exposedHeaders', exposedHeaders, credentials),
    methods: methodList(methods, credentials),
    allowedHeaders: allowedHeaders === undefined || nameList('allowedHeaders', allowedHeaders, credentials),
    maxAge: options.maxAge === undefined ? undefined : String(seconds('maxAge', numberOf(options.maxAge))),
    cacheControl: options.cacheControl === undefined ? undefined : cacheControl(options.cacheControl),
    preflightContinue: flag('preflightContinue', options.preflightContinue),
    preflightStatus: integerOption(OWNER, 'optionsSuccessStatus', optionsSuccessStatus, 200, 299),
    vary,
    preflightVary: varying.filter((name) => name !== undefined).join(', ') || undefined,
  };
}

type Present<Options> = { readonly [Name in keyof Options]?: Exclude<Options[Name], null> };

/** As in the cors package, `null` stands for the default, except that a null `origin` means `false`. */
function withoutNulls(options: CorsOptions): Present<CorsOptions> {
  const present = Object.entries(options).filter(([, value]) => value !== null);
  const origin = options.origin === null ? { origin: false } : {};
  return { ...Object.fromEntries(present), ...origin };
}

function numberOf(value: number | string): unknown {
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
}

function flag(option: string, value: unknown = false): boolean {
  return booleanOption(OWNER, option, value);
}

function seconds(option: string, value: unknown): number {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  throw invalidOption(OWNER, option, 'whole seconds such as 600', value);
}

function cacheControl(value: unknown): string {
  if (typeof value !== 'string') return `max-age=${seconds('cacheControl', value)}`;
  if (/^[!-~](?:[ -~]*[!-~])?$/.test(value)) return value;
  throw invalidOption(OWNER, 'cacheControl', 'seconds, or directives such as "public, max-age=600"', value);
}

/**
 * Joins header names (RFC 9110 §5.6.2) into one header value; `undefined` for an empty list.
 *
 * @throws {TypeError} if the value is not a list of names
 */
export function nameList(option: string, value: unknown, credentials: boolean): string | undefined {
  const list = typeof value === 'string' ? value.split(',') : value;
  if (!Array.isArray(list)) throw invalidOption(OWNER, option, 'a list of names', value);
  const names = list.map((name: unknown) => checkName(option, name, credentials));
  return names.length === 0 ? undefined : names.join(',');
}

/**
 * Joins methods, which are case-sensitive, into one header value.
 *
 * @throws {TypeError} if the value is not a list of upper-case names
 */
export function methodList(value: unknown, credentials: boolean): string | undefined {
  const list = nameList('methods', value, credentials);
  if (list === undefined || list === list.toUpperCase()) return list;
  throw invalidOption(OWNER, 'methods', `"${list.toUpperCase()}" (methods are case-sensitive)`, list);
}

function checkName(option: string, given: unknown, credentials: boolean): string {
  const name = typeof given === 'string' ? given.trim() : given;
  if (typeof name !== 'string' || !/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
    throw invalidOption(OWNER, option, 'names such as "X-Total"', name);
  }
  if (name === '*' && credentials) {
    throw invalidOption(OWNER, option, 'names, because browsers take "*" literally with credentials', name);
  }
  return name;
}
