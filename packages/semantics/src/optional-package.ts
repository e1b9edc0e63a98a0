/** @module Cold: finds optional packages, which applications install if they use them. */

import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

/**
 * Returns a `require` that can load a package. Looks it up from each of `places`, then from the working directory.
 * Returns `undefined` if the package is not installed.
 *
 * @param name - a package, or a file in a package
 * @param places - paths or URLs of modules, which need not exist. Accepts `undefined`, because `import.meta.url` is
 * undefined in a CommonJS bundle
 *
 * @example
 * import { requireOf } from '@nextpress/semantics/optional-package';
 *
 * requireOf('not-installed', [import.meta.url]); // => undefined
 */
export function requireOf(
  name: string,
  places: readonly (string | undefined)[] = [],
): NodeJS.Require | undefined {
  return [...places, join(process.cwd(), 'noop.js')]
    .filter((place) => place !== undefined)
    .map((place) => createRequire(place.startsWith('file:') ? place : resolve(place)))
    .find((require) => isInstalled(require, name));
}

/**
 * Loads an optional package.
 *
 * @param name - a package, or a file in a package
 * @param purpose - what the package is needed for
 * @param places - as for {@link requireOf}
 * @throws Error with the command that installs the package, or the package's own error
 *
 * @example
 * import { requirePackage } from '@nextpress/semantics/optional-package';
 *
 * requirePackage('not-installed', 'logging'); // throws Error: Missing package for logging: expected not-installed to be installed. Run: npm install not-installed
 */
export function requirePackage<Module>(
  name: string,
  purpose: string,
  places?: readonly (string | undefined)[],
): Module {
  const require = requireOf(name, places);
  if (require !== undefined) return require(name) as Module;
  const [scopeOrName = '', inScope = ''] = name.split('/');
  const installed = scopeOrName.startsWith('@') ? `${scopeOrName}/${inScope}` : scopeOrName;
  throw new Error(
    `Missing package for ${purpose}: expected ${installed} to be installed. Run: npm install ${installed}`,
  );
}

function isInstalled(require: NodeJS.Require, name: string): boolean {
  try {
    require.resolve(name);
    return true;
  } catch (error) {
    // With any other code the package is installed, e.g. one that only ES modules can import.
    return (error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND';
  }
}
