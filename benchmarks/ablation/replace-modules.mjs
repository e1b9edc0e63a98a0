import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { registerResolve } from '../module-hooks.mjs';
import * as hooks from './hooks.mjs';

const packages = new URL('../../packages/', import.meta.url).href;
const modules = new URL('modules/', import.meta.url).href;

/** The built module that a name such as `core/internal/json` stands for. @param {string} name */
export const builtModule = (name) => `${packages}${name.replace('/', '/dist/modules/')}.js`;

/** @param {string} file */
export const replacementModule = (file) => `${modules}${file}.mjs`;

/**
 * Puts modules in the place of the packages' own, for everything that is imported from now on.
 *
 * @param {Readonly<Record<string, string>>} names A file of `modules/`, by the module that it replaces.
 * @returns {() => string[]} says which of the modules to be replaced have not been imported yet
 */
export function replaceModules(names) {
  const replacements = Object.fromEntries(
    Object.entries(names).map(([name, file]) => [builtModule(name), replacementModule(file)]),
  );
  const { port1, port2: port } = new MessageChannel();
  const url = new URL('hooks.mjs', import.meta.url);
  registerResolve(hooks, url, { packages, modules, replacements, port }, [port]);
  /** @type {Set<string>} */
  const replaced = new Set();
  return () => {
    for (let said = receiveMessageOnPort(port1); said !== undefined; said = receiveMessageOnPort(port1)) {
      replaced.add(said.message);
    }
    return Object.keys(names).filter((name) => !replaced.has(builtModule(name)));
  };
}
