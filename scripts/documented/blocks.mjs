/** @module The blocks of code in a page, in a README and in the comments of a source. */

/**
 * @typedef {object} Block
 * @property {string} path The file of the block, from the root of the repository.
 * @property {number} line Of its first line of code.
 * @property {string} kind What follows the backticks: `js server redis`.
 * @property {string | undefined} name The path in brackets, for programs of the page: `src/server.js`.
 * @property {string} code
 */

const BLOCK = /^(`{3,})(.*?)(?: \[([\w./-]+)\])?\n([\s\S]*?)^\1`* *$/gm;
const EXAMPLE = /^@example.*\n([\s\S]*?)(?=^@\w|(?![\s\S]))/gm;

/** `js norun` and `ts client` are shown and not run. */
const KNOWN =
  /^(?:js|ts|sh|json|text|html|css|diff|http|yaml|nginx|dockerfile|ini|toml|sql|svg|xml|console|md|[jt]s server[ \w]*|js norun|ts client)$/;

/** @param {string} path @param {string} text Markdown. @returns {Block[]} */
export function blocksOf(path, text) {
  return [...text.matchAll(BLOCK)].map(({ index, 2: kind = '', 3: name, 4: code = '' }) => ({
    path,
    line: lineAt(text, index) + 1,
    kind,
    name,
    code,
  }));
}

/**
 * The `@example`s of a source, each up to the next tag. A fenced block in it is the program; without a fence, the whole text is.
 *
 * @param {string} path
 * @param {string} text TypeScript.
 * @returns {Block[]}
 */
export function examplesOf(path, text) {
  return [...text.matchAll(/\/\*\*[\s\S]*?\*\/$/gm)].flatMap((comment) => {
    const plain = comment[0].replace(/\s*\*\/$/, '').replace(/^[ \t]*\/?\*+ ?/gm, '');
    return [...plain.matchAll(EXAMPLE)].map(({ index, 1: code = '' }) => {
      const line = lineAt(text, comment.index) + lineAt(plain, index);
      const [fenced] = blocksOf(path, code);
      if (fenced !== undefined) return { ...fenced, line: line + fenced.line - 1 };
      return { path, line, kind: 'ts', name: undefined, code };
    });
  });
}

/** Whether a block is a program by itself: tests among the files of a page are. @param {Block} block */
export function isProgram({ kind, name = '.test.ts' }) {
  return /^[jt]s$/.test(kind) && /\.test\.[jt]s$/.test(name);
}

/** Whether a block is a file of the page. @param {Block} block */
export function isFile({ kind, name }) {
  return name !== undefined && /^\w+$/.test(kind);
}

/** Nothing runs or shows a block of another kind. @param {Block} block */
export function isKnown({ kind }) {
  return KNOWN.test(kind);
}

/** @param {string} text @param {number} index */
function lineAt(text, index) {
  return text.slice(0, index).split('\n').length;
}
