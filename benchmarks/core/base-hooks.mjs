/** @type {Readonly<Record<string, string>>} URL of each package's manifest, by its name. */
let manifests = {};

/** @param {Readonly<Record<string, string>>} data */
export function initialize(data) {
  manifests = data;
}

/**
 * Resolves a package of the workspace from within the base's one, so that its own `exports` apply. Works as a
 * synchronous and as an asynchronous hook.
 *
 * @template Context, Result
 * @param {string} specifier
 * @param {Context} context
 * @param {(specifier: string, context: Context) => Result} next
 * @returns {Result}
 */
export function resolve(specifier, context, next) {
  const name = /^(?:nextpress|@nextpress\/[^/]+)(?=\/|$)/.exec(specifier)?.[0];
  if (name === undefined) return next(specifier, context);
  const parentURL = manifests[name];
  // Falling through would measure the working tree's package.
  if (parentURL === undefined) throw new Error(`The base has no package ${name}, which this server imports`);
  return next(specifier, { ...context, parentURL });
}
