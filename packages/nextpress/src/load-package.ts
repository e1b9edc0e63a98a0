import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { LoadError } from './load-application.ts';

/**
 * Loads an opt-in package, on which the framework does not depend, as the application would.
 *
 * @param command - the command that needs it, for the message
 * @param entry - the module of the application
 * @throws {LoadError} if it is not installed
 */
export function loadPackage<T>(name: string, command: string, entry = 'noop.js'): T {
  for (const from of [resolve(entry), join(process.cwd(), 'noop.js'), join(import.meta.dirname, 'noop.js')]) {
    const require = createRequire(from);
    if (isInstalled(require, name)) return require(name) as T;
  }
  throw new LoadError(
    `Missing package for nextpress ${command}: expected ${name} to be installed. Run: npm install --save-dev ${name}`,
  );
}

function isInstalled(require: NodeJS.Require, name: string): boolean {
  try {
    require.resolve(name);
    return true;
  } catch {
    return false;
  }
}
