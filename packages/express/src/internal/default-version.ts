/** @module Cold: the version of Express that applications behave like. */
import { printValue } from '@nextpress/semantics/options';
import type { ExpressVersion } from '@nextpress/server/express';

/**
 * Refuses what is no version.
 *
 * @throws TypeError beginning with `problem`
 */
export function checkedVersion(value: unknown, problem: string): ExpressVersion {
  if (value === 4 || value === 5) return value;
  throw new TypeError(`${problem}: expected 4 or 5, got ${printValue(value)}.`);
}

/** What `express()` makes without options; the environment decides once, when the module is loaded. */
export const DEFAULT_VERSION: ExpressVersion = checkedVersion(
  Number(process.env.NEXTPRESS_EXPRESS || 5),
  'Invalid environment variable NEXTPRESS_EXPRESS',
);
