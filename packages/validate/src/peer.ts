/** @module Cold: loads the optional packages. */

import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * Loads a package that applications install only if they use it: from where this package is installed, or from the working directory. A
 * bundler that writes CommonJS leaves `import.meta.url` undefined, and a bundle may be elsewhere than `node_modules`.
 *
 * @param purpose - what needs the package
 * @throws {Error} with the command that installs it
 */
export function loadPeer<Module>(name: string, purpose: string): Module {
  const places = [import.meta.url, join(process.cwd(), 'noop.js')].filter((place) => place !== undefined);
  let missing: unknown;
  for (const place of places) {
    try {
      return createRequire(place)(name) as Module;
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw cause;
      missing = cause;
    }
  }
  const [folder] = name.split('/') as [string];
  throw new Error(
    `Cannot find the package "${folder}", which ${purpose} needs: npm install ${folder}. A bundle needs it in the node_modules of the working directory`,
    { cause: missing },
  );
}
