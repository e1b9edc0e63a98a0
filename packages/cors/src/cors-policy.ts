/** @module Cold: validates the options of `cors()` and computes the header values. */

import { booleanOption, checkOptionNames, integerOption, invalidOption } from '@nextpress/semantics/options';
import type { CorsOptions } from './cors-options.ts';
import { methodList, nameList } from './name-list.ts';
import type { OriginRule } from './origin-rule.ts';
import { compileOrigin } from './origin-rule.ts';

/** Validated options as header values. Headers whose value is `undefined` are not sent. */
export interface CorsPolicy {
  readonly origin: OriginRule;
  readonly credentials: 'true' | undefined;
  readonly exposedHeaders: string | undefined;
  readonly methods: string | undefined;
  /** `true` repeats the headers that the preflight requests. */
  readonly allowedHeaders: string | undefined | true;
  readonly maxAge: string | undefined;
  readonly cacheControl: string | undefined;
  readonly privateNetwork: boolean;
  readonly preflightContinue: boolean;
  readonly preflightStatus: number;
  /** `Vary` of responses. */
  readonly vary: string | undefined;
  /** `Vary` of responses to preflights. */
  readonly preflightVary: string | undefined;
}

const OWNER = 'cors';

const DEFAULTS = {
  origin: '*',
  methods: 'GET,HEAD,PUT,PATCH,POST,DELETE',
  allowedHeaders: undefined,
  headers: undefined,
  exposedHeaders: undefined,
  credentials: false,
  maxAge: undefined,
  cacheControl: undefined,
  privateNetwork: false,
  preflightContinue: false,
  optionsSuccessStatus: 204,
};

/** Options of other CORS packages, and what to use instead. */
const REMEDIES: Readonly<Record<string, string>> = {
  allowHeaders: 'use "allowedHeaders"',
  allowMethods: 'use "methods"',
  exposeHeaders: 'use "exposedHeaders"',
  delegator: 'pass the function itself, cors(function)',
  preflight: 'use preflightContinue: true to respond to preflights in another layer',
  strictPreflight: 'remove it, as only OPTIONS requests with the headers of a preflight are preflights',
};

/**
 * Validates the options and computes every header value that does not depend on the request.
 *
 * @param isChosen - whether a user function has chosen the options for one request, possibly by its origin
 * @throws {TypeError} for an invalid option
 */
export function compilePolicy(given: CorsOptions, isChosen = false): CorsPolicy {
  checkOptionNames(OWNER, given, Object.keys(DEFAULTS), REMEDIES);
  const options = withoutNulls(given);
  const { origin: originOption = DEFAULTS.origin, methods, exposedHeaders } = options;
  const allowedHeaders = options.allowedHeaders ?? options.headers;
  const credentials = flag('credentials', options.credentials);
  const privateNetwork = flag('privateNetwork', options.privateNetwork);
  const origin = compileOrigin(originOption);
  if (origin === 'any') checkAnyOrigin(credentials, privateNetwork);
  const vary = isChosen || typeof origin === 'function' ? 'Origin' : undefined;
  let preflightVary = vary;
  if (allowedHeaders === undefined)
    preflightVary = appendName(preflightVary, 'Access-Control-Request-Headers');
  if (privateNetwork) preflightVary = appendName(preflightVary, 'Access-Control-Request-Private-Network');
  return {
    origin,
    credentials: credentials ? 'true' : undefined,
    exposedHeaders:
      exposedHeaders === undefined ? undefined : nameList('exposedHeaders', exposedHeaders, credentials),
    methods: methods === undefined ? DEFAULTS.methods : methodList(methods, credentials),
    allowedHeaders: allowedHeaders === undefined || nameList('allowedHeaders', allowedHeaders, credentials),
    maxAge: options.maxAge === undefined ? undefined : String(seconds('maxAge', numberOf(options.maxAge))),
    cacheControl: options.cacheControl === undefined ? undefined : cacheControl(options.cacheControl),
    privateNetwork,
    preflightContinue: flag('preflightContinue', options.preflightContinue),
    preflightStatus: status(options.optionsSuccessStatus),
    vary,
    preflightVary,
  };
}

type Present<Options> = { readonly [Name in keyof Options]?: Exclude<Options[Name], null> };

/** As in the cors package, `null` stands for the default, and for `false` as the origin. */
function withoutNulls(options: CorsOptions): Present<CorsOptions> {
  const present = Object.entries(options).filter(([, value]) => value !== null);
  const origin = options.origin === null ? { origin: false } : {};
  return { ...Object.fromEntries(present), ...origin };
}

function numberOf(value: number | string): unknown {
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
}

function appendName(list: string | undefined, name: string): string {
  return list === undefined ? name : `${list}, ${name}`;
}

function checkAnyOrigin(credentials: boolean, privateNetwork: boolean): void {
  if (credentials) {
    throw new TypeError(
      'Invalid options of cors(): browsers ignore "credentials: true" together with "origin: \'*\'". ' +
        'List the origins that may send credentials.',
    );
  }
  if (privateNetwork) {
    throw new TypeError(
      'Invalid options of cors(): "privateNetwork: true" together with "origin: \'*\'" lets every site into the ' +
        'network. List the origins that may send requests into it, or use "origin: true".',
    );
  }
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

function status(value: unknown = DEFAULTS.optionsSuccessStatus): number {
  return integerOption(OWNER, 'optionsSuccessStatus', value, 200, 299);
}
