import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** @typedef {import('./result.mjs').Result} Result */

/** Writes a result so that a reader finds the old one or the new one whole. @param {string} file @param {Result} result */
export function saveResult(file, result) {
  mkdirSync(dirname(file), { recursive: true });
  const unfinished = `${file}.part`;
  writeFileSync(unfinished, textOf(result));
  renameSync(unfinished, file);
}

/**
 * The result to go on with.
 *
 * @param {string} file
 * @param {Result} begun What this run would begin with.
 * @throws Error when it was measured in another way
 */
export function resumeResult(file, begun) {
  if (!existsSync(file)) throw new Error(`there is no ${file} to continue: run without --continue`);
  /** @type {Result} */
  const found = JSON.parse(readFileSync(file, 'utf8'));
  for (const part of /** @type {const} */ (['machine', 'node', 'servers', 'generator'])) {
    const [then, now] = [textOfPart(found, part), textOfPart(begun, part)];
    if (then === now) continue;
    throw new Error(
      `${file} was begun with another ${part}: run without --continue\n  then ${then}\n  now  ${now}`,
    );
  }
  return found;
}

/** Without the machine's load, which is another each time. @param {Result} result @param {keyof Result} part */
function textOfPart(result, part) {
  return JSON.stringify(result[part], (name, value) => (name === 'load' ? undefined : value));
}

/** JSON with a line for each sample, or round of the ablation. @param {Result} result */
export function textOf(result) {
  const text = JSON.stringify(result, null, 2);
  return `${text.replace(/^( *)\{\n\s+"(?:requests|with)": [\s\S]*?^\1\}/gm, (sample) => sample.replace(/\n\s*/g, ' '))}\n`;
}
