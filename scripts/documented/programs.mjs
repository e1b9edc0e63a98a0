/**
 * A program printed in the documentation.
 *
 * @typedef {object} Program
 * @property {string} path The file of the program, from the root of the repository.
 * @property {number} line Of its first line in that file.
 * @property {string} code
 * @property {string} [name] The path of the program in the files of its page.
 */

const PROGRAM = /^```[tj]s(?: \[([\w./-]+\.test\.[tj]s)\])?$/;

/**
 * The code blocks of a markdown text that are marked `ts` or `js`, and its files with tests.
 *
 * @param {string} path
 * @param {string} text
 * @returns {Program[]}
 */
export function programsOfMarkdown(path, text) {
  /** @type {Program[]} */
  const programs = [];
  /** @type {Program | undefined} */
  let open;
  let fenced = false;
  text.split('\n').forEach((line, index) => {
    if (line.startsWith('```')) {
      if (open !== undefined) programs.push(open);
      const [isProgram, name] = (!fenced && PROGRAM.exec(line)) || [];
      open = isProgram ? { path, line: index + 2, code: '', ...(name && { name }) } : undefined;
      fenced = !fenced;
    } else if (open !== undefined) {
      open.code += `${line}\n`;
    }
  });
  return programs;
}

/**
 * The `@example`s of a TypeScript source, each up to the next tag. A fenced block in it is the
 * program; without a fence, the whole text is.
 *
 * @param {string} path
 * @param {string} text
 * @returns {Program[]}
 */
export function programsOfSource(path, text) {
  /** @type {Program[]} */
  const programs = [];
  for (const comment of text.matchAll(/\/\*\*[\s\S]*?\*\/$/gm)) {
    const first = text.slice(0, comment.index).split('\n').length;
    /** @type {Program | undefined} */
    let open;
    comment[0].split('\n').forEach((raw, index) => {
      const line = raw.replace(/\s*\*\/$/, '').replace(/^\s*\/?\*+ ?/, '');
      const tag = /^@(\w+)/.exec(line)?.[1];
      if (tag !== undefined) {
        if (open !== undefined) programs.push(open);
        open = tag === 'example' ? { path, line: first + index + 1, code: '' } : undefined;
      } else if (open !== undefined) {
        open.code += `${line}\n`;
      }
    });
    if (open !== undefined) programs.push(open);
  }
  return programs.map(withoutFence);
}

/** @param {Program} program @returns {Program} */
function withoutFence(program) {
  const fence = /^```\w*\n([\s\S]*?)^```/m.exec(program.code);
  if (fence === null) return program;
  const before = program.code.slice(0, fence.index).split('\n').length;
  return { ...program, line: program.line + before, code: fence[1] ?? '' };
}
