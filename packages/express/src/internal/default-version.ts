/** @module Cold: the version of Express that applications behave like by default. */
import { printValue } from '@nextpress/semantics/options';
import type { ExpressVersion } from '@nextpress/server/express';

/** @throws {TypeError} whose message starts with `problem`, if the value is neither 4 nor 5 */
export function checkedVersion(value: unknown, problem: string): ExpressVersion {
  if (value === 4 || value === 5) return value;
  throw new TypeError(`${problem}: expected 4 or 5, got ${printValue(value)}.`);
}

/** The version for `express()` without options. The environment is read once, when the module is loaded. */
export const DEFAULT_VERSION: ExpressVersion = checkedVersion(
  Number(process.env.NEXTPRESS_EXPRESS || 5),
  'Invalid environment variable NEXTPRESS_EXPRESS',
);
