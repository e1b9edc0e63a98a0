/** @module Cold: loads the optional packages. */

import { createRequire } from 'node:module';

const requirePeer = createRequire(import.meta.url);

/**
 * Loads a package that applications install only if they use it.
 *
 * @param purpose - what needs the package
 * @throws {Error} with the command that installs it
 */
export function loadPeer<Module>(name: string, purpose: string): Module {
  try {
    return requirePeer(name) as Module;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw cause;
    const [folder] = name.split('/') as [string];
    throw new Error(`Cannot find the package "${folder}", which ${purpose} needs: npm install ${folder}`, {
      cause,
    });
  }
}
