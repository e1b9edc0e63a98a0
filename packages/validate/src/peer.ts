/** @module Cold: loads the optional packages. */

import { requirePackage } from '@nextpress/semantics/optional-package';

/**
 * Loads a package that applications install only if they use it.
 *
 * @param purpose - what needs the package
 * @throws Error with the command that installs it
 */
export function loadPeer<Module>(name: string, purpose: string): Module {
  return requirePackage(name, purpose, [import.meta.url]);
}
