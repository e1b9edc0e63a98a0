/**
 * @typedef {import('../workspace.mjs').Manifest} Manifest
 * @typedef {NonNullable<Manifest['exports']>} Exports
 */

/**
 * The fields of a `package.json` that follow from the sources of its entries: name, actual and expected value.
 *
 * - `module-sync`: Node's `import` and `require` load the same ES module, so that a process has one copy.
 * - `require`: for tools that load CommonJS only, such as Jest.
 * - `main`, `types`: for tools that ignore `exports`; folders that the build writes are the other entries for them.
 *
 * @param {Manifest} manifest
 * @returns {[string, unknown, unknown][]}
 */
export function entryFields(manifest) {
  const exports = manifest.exports ?? {};
  const paths = Object.entries(exports).flatMap(([subpath, target]) =>
    target === null || typeof target === 'string' ? [] : [/** @type {const} */ ([subpath, pathOf(target)])],
  );
  const main = paths.find(([subpath]) => subpath === '.')?.[1];
  return [
    ['exports', exports, targetsOf(exports, true)],
    ['publishConfig.exports', manifest.publishConfig?.exports, targetsOf(exports, false)],
    ['main', manifest.main, main && `./dist/${main}.cjs`],
    ['types', manifest.types, main && `./dist/${main}.d.cts`],
  ];
}

/** @param {Exports} exports @param {boolean} withSource */
function targetsOf(exports, withSource) {
  return Object.fromEntries(
    Object.entries(exports).map(([subpath, target]) => {
      if (target === null || typeof target === 'string') return [subpath, target];
      const path = pathOf(target);
      const published = {
        types: { require: `./dist/${path}.d.cts`, default: `./dist/${path}.d.ts` },
        'module-sync': `./dist/${path}.js`,
        require: `./dist/${path}.cjs`,
        default: `./dist/${path}.js`,
      };
      return [subpath, withSource ? { '@nextpress/source': `./src/${path}.ts`, ...published } : published];
    }),
  );
}

/** The path of an entry's source in `src`, without its extension. @param {Exclude<Exports[string], string | null>} target */
function pathOf({ '@nextpress/source': source }) {
  return String(source).replace(/^\.\/src\/|\.ts$/g, '');
}
