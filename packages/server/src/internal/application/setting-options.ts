import { invalidOption } from '@nextpress/semantics/options';
import { compileTrust, type TrustSetting } from '@nextpress/semantics/trust';

interface OptionRule {
  readonly expected: string;
  isValid(value: unknown): boolean;
}

/** Options whose settings accept any value, or fail with Express's message. */
const RULES: Readonly<Record<string, OptionRule>> = {
  subdomainOffset: { expected: 'an integer from 0', isValid: isCount },
  jsonpCallback: { expected: 'a string', isValid: (value) => typeof value === 'string' },
  jsonSpaces: {
    expected: 'a number or a string',
    isValid: (value) => value === null || typeof value === 'number' || typeof value === 'string',
  },
  jsonReplacer: {
    expected: 'a function or an array',
    isValid: (value) => value === null || typeof value === 'function' || Array.isArray(value),
  },
  etag: {
    expected: "a boolean, 'weak', 'strong' or a function",
    isValid: (value) => isSwitch(value, 'weak', 'strong'),
  },
  queryParser: {
    expected: "a boolean, 'simple', 'extended' or a function",
    isValid: (value) => isSwitch(value, 'simple', 'extended'),
  },
  trustProxy: {
    expected: 'a boolean, a number of hops, addresses and networks, or a function',
    isValid: isTrust,
  },
};

/**
 * Checks an option of `createServer` that is also a setting.
 *
 * @throws TypeError naming the option
 */
export function checkSettingOption(name: string, value: unknown): void {
  const rule = Object.hasOwn(RULES, name) ? RULES[name] : undefined;
  if (rule === undefined || rule.isValid(value)) return;
  throw invalidOption('createServer', name, rule.expected, value);
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0;
}

function isSwitch(value: unknown, ...names: string[]): boolean {
  return typeof value === 'boolean' || typeof value === 'function' || names.includes(value as string);
}

function isTrust(value: unknown): boolean {
  if (typeof value === 'number') return isCount(value);
  // Probably meant as a number of hops, but it would be the address 0.0.0.1.
  if (typeof value === 'string' && /^\d+$/.test(value)) return false;
  try {
    compileTrust(value as TrustSetting);
    return true;
  } catch {
    return false;
  }
}
