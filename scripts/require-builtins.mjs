// An import of a builtin reads all its exports, getters included: since Node 22 `node:http` loads undici for one of them, and
// `node:fs` and `node:util` load thirty modules, which takes longer than loading Nextpress. `require` reads no getter, and
// monitoring agents can patch it.

/** Builtins with such getters. */
const COSTLY = ['node:http', 'node:https', 'node:net', 'node:fs', 'node:util', 'node:crypto'];

const IMPORT = /^import (?:(?<whole>\w+),? )?(?:\{ (?<names>.+) \} )?(?:from )?"[^"]+";$/;

// Any path resolves builtins. `import.meta.url` is missing after bundling to CommonJS, and `process.execPath` can be empty
// without /proc.
const LOADER =
  'import { createRequire as createBuiltinRequire } from "node:module"; const requireBuiltin = createBuiltinRequire("/");';

/** Rolldown plugin that requires builtins instead of importing them. */
export const requireBuiltins = {
  name: 'require-builtins',
  /** @param {string} code With one import per line. */
  renderChunk(code) {
    let found = false;
    const required = code.replace(/^import .*"(node:\w+)";$/gm, (statement, id) => {
      if (!COSTLY.includes(id)) return statement;
      const loader = found ? '' : `${LOADER} `;
      found = true;
      return loader + requireOf(statement, id);
    });
    if (!found) return null;
    const taken = /\b(?:createBuiltinRequire|requireBuiltin)\b/.exec(code)?.[0];
    if (taken !== undefined) throw new Error(`Reserved name ${taken}: rename it`);
    return { code: required, map: null };
  },
};

/** @param {string} statement @param {string} id */
function requireOf(statement, id) {
  const match = IMPORT.exec(statement);
  if (match === null)
    throw new Error(`Invalid import of a builtin: expected a default or named import, got ${statement}`);
  const { whole, names } = match.groups ?? {};
  const required = `requireBuiltin("${id}")`;
  const destructured = `{ ${names?.replaceAll(' as ', ': ')} }`;
  if (whole !== undefined && names !== undefined)
    return `const ${whole} = ${required}, ${destructured} = ${whole};`;
  if (names !== undefined) return `const ${destructured} = ${required};`;
  return whole === undefined ? `${required};` : `const ${whole} = ${required};`;
}

const TIMERS = /\b(?<variable>\w+) = (?<call>require\("node:timers"\));/g;

/**
 * Rolldown plugin for CommonJS: takes the timers when the module is loaded, as an import does. The members of `require('node:timers')`
 * are replaced by tools that fake the clock of a test, and the server has to respond all the same.
 */
export const captureTimers = {
  name: 'capture-timers',
  /** @param {string} code */
  renderChunk(code) {
    if (!code.includes('"node:timers"')) return null;
    const captured = code.replace(TIMERS, (_, variable, call) => `${variable} = { ...${call} };`);
    if (captured === code) throw new Error('node:timers is required in an unexpected form');
    return { code: captured, map: null };
  },
};
