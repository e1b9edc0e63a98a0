import { resolve } from 'node:path';
import { requireOf } from '@nextpress/semantics/optional-package';
import { LoadError } from './load-application.ts';

/**
 * Loads an opt-in package, on which the framework does not depend, as the application would.
 *
 * @param command - the command that needs it, for the message
 * @param entry - the module of the application
 * @throws {LoadError} if it is not installed
 */
export function loadPackage<T>(name: string, command: string, entry = 'noop.js'): T {
  const require = requireOf(name, [resolve(entry), import.meta.url]);
  if (require !== undefined) return require(name) as T;
  throw new LoadError(
    `Missing package for nextpress ${command}: expected ${name} to be installed. Run: npm install --save-dev ${name}`,
  );
}
