// An import of a builtin reads everything that it exports, getters too: since Node 22 `node:http` loads undici for one
// of them, and `node:fs` and `node:util` load thirty modules, which takes longer than all of Nextpress. What is required
// comes as it is, and agents that watch `require` see it.

/** Those that have such getters. */
const COSTLY = ['node:http', 'node:https', 'node:net', 'node:fs', 'node:util', 'node:crypto'];

const IMPORT = /^import (?:(?<whole>\w+),? )?(?:\{ (?<names>.+) \} )?(?:from )?"[^"]+";$/;

// Builtins are found from everywhere. Bundlers to CommonJS leave no `import.meta.url`, and where there is no /proc
// `process.execPath` is no path.
const LOADER =
  'import { createRequire as createBuiltinRequire } from "node:module"; const requireBuiltin = createBuiltinRequire("/");';

/** In a bundle, requires builtins instead of importing them. */
export const requireBuiltins = {
  name: 'require-builtins',
  /** @param {string} code As Rolldown writes it: an import a line. */
  renderChunk(code) {
    let found = false;
    const required = code.replace(/^import .*"(node:\w+)";$/gm, (statement, id) => {
      if (!COSTLY.includes(id)) return statement;
      // On the same line: the lines after it stay where the source map has them.
      const loader = found ? '' : `${LOADER} `;
      found = true;
      return loader + requireOf(statement, id);
    });
    if (!found) return null;
    const taken = /\b(?:createBuiltinRequire|requireBuiltin)\b/.exec(code)?.[0];
    if (taken !== undefined) throw new Error(`${taken} is the name of what loads builtins: choose another`);
    return { code: required, map: null };
  },
};

/** @param {string} statement @param {string} id */
function requireOf(statement, id) {
  const match = IMPORT.exec(statement);
  if (match === null) throw new Error(`write a default or named import instead of: ${statement}`);
  const { whole, names } = match.groups ?? {};
  const required = `requireBuiltin("${id}")`;
  const destructured = `{ ${names?.replaceAll(' as ', ': ')} }`;
  if (whole !== undefined && names !== undefined)
    return `const ${whole} = ${required}, ${destructured} = ${whole};`;
  if (names !== undefined) return `const ${destructured} = ${required};`;
  return whole === undefined ? `${required};` : `const ${whole} = ${required};`;
}
