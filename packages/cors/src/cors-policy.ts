/** @module Cold: the options of `cors()`, checked and turned into the field values to send. */

import type { CorsOptions } from './cors-options.ts';
import { methodList, nameList } from './name-list.ts';
import type { OriginRule } from './origin-rule.ts';
import { compileOrigin } from './origin-rule.ts';

/** The options, ready to send. A value that is `undefined` is not sent. */
export interface CorsPolicy {
  readonly origin: OriginRule;
  readonly credentials: 'true' | undefined;
  readonly exposedHeaders: string | undefined;
  readonly methods: string | undefined;
  /** `true`: what the request asks for. */
  readonly allowedHeaders: string | undefined | true;
  readonly maxAge: string | undefined;
  readonly cacheControl: string | undefined;
  readonly privateNetwork: boolean;
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
  headers: undefined,
  exposedHeaders: undefined,
  credentials: false,
  maxAge: undefined,
  cacheControl: undefined,
  privateNetwork: false,
  preflightContinue: false,
  optionsSuccessStatus: 204,
};

/** What other packages call an option, or have one for. */
const REMEDIES: Readonly<Record<string, string>> = {
  allowHeaders: 'write "allowedHeaders"',
  allowMethods: 'write "methods"',
  exposeHeaders: 'write "exposedHeaders"',
  delegator: 'give the function itself: cors(function)',
  preflight: 'write preflightContinue: true to answer preflights yourself',
  strictPreflight: 'leave it out: only OPTIONS with the fields of a preflight is answered',
};

/**
 * Checks the options and computes every value that doesn't depend on the request.
 *
 * @param chosen - whether they are the options of one request, chosen by what may have been its origin
 * @throws {TypeError} or {RangeError} naming the option, what it is and what to write
 */
export function compilePolicy(given: CorsOptions, chosen = false): CorsPolicy {
  checkNames(given);
  const options = withoutNulls(given);
  const { origin: wanted = DEFAULTS.origin, methods, exposedHeaders } = options;
  const allowedHeaders = options.allowedHeaders ?? options.headers;
  const credentials = flag('credentials', options.credentials);
  const privateNetwork = flag('privateNetwork', options.privateNetwork);
  const origin = compileOrigin(wanted);
  if (origin === 'any') refuseForAny(credentials, privateNetwork);
  const vary = chosen || typeof origin === 'function' ? 'Origin' : undefined;
  let preflightVary = vary;
  if (allowedHeaders === undefined) preflightVary = listed(preflightVary, 'Access-Control-Request-Headers');
  if (privateNetwork) preflightVary = listed(preflightVary, 'Access-Control-Request-Private-Network');
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

/** As in the cors package, `null` leaves an option out, and turns CORS off as the origin. */
function withoutNulls(options: CorsOptions): Present<CorsOptions> {
  const present = Object.entries(options).filter(([, value]) => value !== null);
  const origin = options.origin === null ? { origin: false } : {};
  return { ...Object.fromEntries(present), ...origin };
}

function numberOf(value: number | string): unknown {
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
}

function listed(list: string | undefined, name: string): string {
  return list === undefined ? name : `${list}, ${name}`;
}

function checkNames(options: unknown): void {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(
      `cors takes an object of options, or a function that returns one, got ${options === null ? 'null' : typeof options}`,
    );
  }
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(DEFAULTS, name)) continue;
    const remedy = Object.hasOwn(REMEDIES, name)
      ? REMEDIES[name]
      : `the options are ${Object.keys(DEFAULTS).join(', ')}`;
    throw new TypeError(`cors: unknown option "${name}"; ${remedy}`);
  }
}

function refuseForAny(credentials: boolean, privateNetwork: boolean): void {
  if (credentials) {
    throw new TypeError(
      'cors: option "credentials" is true and option "origin" is \'*\', which browsers refuse; ' +
        'list the origins that may send credentials',
    );
  }
  if (privateNetwork) {
    throw new TypeError(
      'cors: option "privateNetwork" is true and option "origin" is \'*\', which lets every site into the network; ' +
        'list the origins that may enter, or write true',
    );
  }
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

function cacheControl(value: unknown): string {
  if (typeof value !== 'string') return `max-age=${seconds('cacheControl', value)}`;
  if (/^[!-~](?:[ -~]*[!-~])?$/.test(value)) return value;
  throw new TypeError(
    `cors: option "cacheControl" is ${JSON.stringify(value)}; write seconds, or directives such as 'public, max-age=600'`,
  );
}

function status(value: unknown = DEFAULTS.optionsSuccessStatus): number {
  if (Number.isInteger(value) && (value as number) >= 200 && (value as number) <= 299) return value as number;
  throw new RangeError(
    `cors: option "optionsSuccessStatus" is ${String(value)}; a preflight succeeds with a status from 200 to 299`,
  );
}
