/** @module Cold: finds packages that applications install only if they use them. */

import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * Returns the `require` that finds a package: that of the first of `places`, or of the working directory. Returns `undefined` if the
 * package is not installed.
 *
 * @param name - a package, or a file of one
 * @param places - paths or URLs of modules. `import.meta.url` is undefined in a bundle that was written as CommonJS
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
    .map((place) => createRequire(place))
    .find((require) => isInstalled(require, name));
}

/**
 * The `require` that finds a package, as {@link requireOf}.
 *
 * @param purpose - what needs the package
 * @throws Error with the command that installs it
 *
 * @example
 * import { needRequireOf } from '@nextpress/semantics/optional-package';
 *
 * needRequireOf('not-installed', 'logging'); // throws Error: Missing package for logging: expected not-installed to be installed. Run: npm install not-installed
 */
export function needRequireOf(
  name: string,
  purpose: string,
  places?: readonly (string | undefined)[],
): NodeJS.Require {
  const require = requireOf(name, places);
  if (require !== undefined) return require;
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
  } catch {
    return false;
  }
}
