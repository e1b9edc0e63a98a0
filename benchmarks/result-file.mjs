import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { servers as registry } from './servers.mjs';

/** @typedef {import('./result.mjs').Result} Result */

/** Writes a result so that a reader finds the old one or the new one whole. @param {string} file @param {Result} result */
export function saveResult(file, result) {
  mkdirSync(dirname(file), { recursive: true });
  const unfinished = `${file}.part`;
  writeFileSync(unfinished, textOf(result));
  renameSync(unfinished, file);
}

/**
 * The result to go on with, to which servers may have come.
 *
 * @param {string} file
 * @param {Result} begun What this run would begin with.
 * @returns {Result}
 * @throws Error when it was measured in another way
 */
export function resumeResult(file, begun) {
  if (!existsSync(file)) throw new Error(`there is no ${file} to continue: run without --continue`);
  /** @type {Result} */
  const found = JSON.parse(readFileSync(file, 'utf8'));
  /** @param {string} what @param {unknown} then @param {unknown} now */
  const same = (what, then, now) => {
    const [before, after] = [withoutLoad(then), withoutLoad(now)];
    if (before === after) return;
    throw new Error(
      `${file} was begun with another ${what}: run without --continue\n  then ${before}\n  now  ${after}`,
    );
  };
  same('machine', found.machine, begun.machine);
  same('node', found.node, begun.node);
  same('generator', found.generator, begun.generator);
  const before = new Map(found.servers.map((facts) => [facts.name, facts]));
  for (const now of begun.servers) {
    const then = before.get(now.name);
    if (then !== undefined) same(now.name, then, now);
  }
  const all = new Map([...begun.servers, ...found.servers].map((facts) => [facts.name, facts]));
  return { ...found, servers: registry.flatMap(({ name }) => all.get(name) ?? []) };
}

/**
 * Puts an ablation beside what was measured on the same machine and Node.
 *
 * @param {string} file
 * @param {import('./result.mjs').Ablation[]} ablation
 * @param {Pick<Result, 'machine' | 'node'>} measured How the ablation was.
 * @throws Error when the file says another machine or Node
 */
export function addAblation(file, ablation, { machine, node }) {
  /** @type {Result} */
  const found = JSON.parse(readFileSync(file, 'utf8'));
  /** @param {Pick<Result, 'machine' | 'node'>} result */
  const where = (result) => `${result.machine.processor}, ${result.machine.cores} cores, Node ${result.node}`;
  const [then, now] = [where(found), where({ machine, node })];
  if (then !== now) throw new Error(`${file} was measured on ${then}, and this ablation on ${now}`);
  saveResult(file, { ...found, ablation });
}

/** Which is another each time. @param {unknown} value */
function withoutLoad(value) {
  return JSON.stringify(value, (name, part) => (name === 'load' ? undefined : part));
}

/** JSON with a line for each sample, or round of the ablation. @param {Result} result */
export function textOf(result) {
  const text = JSON.stringify(result, null, 2);
  return `${text.replace(/^( *)\{\n\s+"(?:requests|with)": [\s\S]*?^\1\}/gm, (sample) => sample.replace(/\n\s*/g, ' '))}\n`;
}
