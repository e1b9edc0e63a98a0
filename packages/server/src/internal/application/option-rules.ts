import { MAX_TIMER_DELAY } from '@nextpress/semantics/options';
import { compileTrust, type TrustSetting } from '@nextpress/semantics/trust';

/** The rule of an option of `createServer`. */
export interface OptionRule {
  /** The setting that the option sets. */
  readonly setting?: string;
  readonly expected: string;
  isValid(value: unknown): boolean;
}

const BOOLEAN = ofType('boolean', 'true or false');
const STRING = ofType('string', 'a string');

/** The options of Nextpress. As settings, some of them accept any value or fail with Express's message. */
export const OPTION_RULES: Readonly<Record<string, OptionRule>> = {
  caseSensitive: { setting: 'case sensitive routing', ...BOOLEAN },
  strict: { setting: 'strict routing', ...BOOLEAN },
  env: { setting: 'env', ...STRING },
  queryParser: { setting: 'query parser', ...toggle('simple', 'extended') },
  trustProxy: {
    setting: 'trust proxy',
    expected: 'a boolean, a number of hops, addresses and networks, or a function',
    isValid: isTrust,
  },
  etag: { setting: 'etag', ...toggle('weak', 'strong') },
  jsonSpaces: { setting: 'json spaces', ...ofTypes('a number or a string', 'number', 'string') },
  jsonReplacer: {
    setting: 'json replacer',
    expected: 'a function or an array',
    isValid: (value) => value === null || typeof value === 'function' || Array.isArray(value),
  },
  jsonEscape: { setting: 'json escape', ...BOOLEAN },
  jsonpCallback: { setting: 'jsonp callback name', ...STRING },
  poweredBy: { setting: 'x-powered-by', ...BOOLEAN },
  subdomainOffset: { setting: 'subdomain offset', expected: 'an integer from 0', isValid: isCount },
  views: { setting: 'views', expected: 'a path or paths', isValid: () => true },
  viewEngine: { setting: 'view engine', ...STRING },
  viewCache: { setting: 'view cache', ...BOOLEAN },
  problemDetails: { setting: 'problem details', ...BOOLEAN },
  logError: ofType('function', 'a function'),
  health: {
    expected: 'a boolean or { live, ready, checks, timeout }',
    isValid: (value) => typeof value === 'boolean' || (typeof value === 'object' && value !== null),
  },
  // Checked when it is read.
  logger: { expected: '', isValid: () => true },
  requestId: { expected: '', isValid: () => true },
  fastLane: BOOLEAN,
  sendTimeout: {
    expected: `a number of milliseconds from 0 to ${MAX_TIMER_DELAY}`,
    isValid: (value) => typeof value === 'number' && value >= 0 && value <= MAX_TIMER_DELAY,
  },
  http2: {
    expected: 'a boolean or an object such as { maxConcurrentStreams: 100 }',
    isValid: (value) => typeof value === 'boolean' || (typeof value === 'object' && value !== null),
  },
  tls: { expected: 'an object', isValid: (value) => typeof value === 'object' && value !== null },
};

function ofType(type: string, expected: string): OptionRule {
  return { expected, isValid: (value) => typeof value === type };
}

function ofTypes(expected: string, ...types: string[]): OptionRule {
  return { expected, isValid: (value) => value === null || types.includes(typeof value) };
}

function toggle(...names: [string, string]): OptionRule {
  return {
    expected: `a boolean, '${names[0]}', '${names[1]}' or a function`,
    isValid: (value) => ['boolean', 'function'].includes(typeof value) || names.includes(value as string),
  };
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0;
}

function isTrust(value: unknown): boolean {
  if (typeof value === 'number') return isCount(value);
  // Probably meant as a number of hops, but '1' is the address 0.0.0.1.
  if (typeof value === 'string' && /^\d+$/.test(value)) return false;
  try {
    compileTrust(value as TrustSetting);
    return true;
  } catch {
    return false;
  }
}
