/**
 * @typedef {object} Redirections
 * @property {string} packages URL of the folder whose packages are measured.
 * @property {string} modules URL of the folder of the replacements.
 * @property {Readonly<Record<string, string>>} replacements URL of a replacement, by the URL of the module that it
 *   stands in for.
 * @property {import('node:worker_threads').MessagePort} port Gets the URL of each module that is replaced.
 *
 * @typedef {import('../module-hooks.mjs').Resolution} Resolution
 */

/** @type {Redirections} */
let redirections;

/** @param {Redirections} data */
export function initialize(data) {
  redirections = data;
}

/** @type {import('node:module').ResolveHook} */
export async function resolve(specifier, context, next) {
  return redirected(await next(specifier, context), context);
}

/** @type {import('../module-hooks.mjs').SyncResolve} */
export function resolveSync(specifier, context, next) {
  return redirected(next(specifier, context), context);
}

/**
 * Where an import leads: into a package, to its modules as tsc has made them, since a bundle has none to replace. A
 * module that has a replacement leads there, but for the replacement itself, which may use what it replaces.
 * Replacements import sources, for their types, and get what was built from them.
 *
 * @template {Resolution} Resolved
 * @param {Resolved} resolved
 * @param {{ parentURL?: string | undefined }} context
 */
function redirected(resolved, { parentURL = '' }) {
  const { packages, modules, replacements, port } = redirections;
  if (!resolved.url.startsWith(packages)) return resolved;
  const url = moduleOf(resolved.url);
  const replacement = parentURL.startsWith(modules) ? undefined : replacements[url];
  if (replacement === undefined) return moduleAt(resolved, url);
  port.postMessage(url);
  return moduleAt(resolved, replacement);
}

/** @template {Resolution} Resolved @param {Resolved} resolved @param {string} url */
const moduleAt = (resolved, url) => ({ ...resolved, url, format: /** @type {const} */ ('module') });

/** What tsc has made of a source, or of the entry that a bundle stands for. @param {string} url */
const moduleOf = (url) => url.replace(/\/(?:src|dist(?:\/modules)?)\/(.+)\.[jt]s$/, '/dist/modules/$1.js');
