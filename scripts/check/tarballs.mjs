import { readFileSync, rmSync } from 'node:fs';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { binOf, capture } from '../child.mjs';
import { packAll } from '../pack.mjs';
import { inParallel } from '../parallel.mjs';
import { plural } from '../terminal.mjs';

/** @typedef {import('./finding.mjs').Problem} Problem */

/** Each tarball is well formed (publint), and its types match its code (attw). @type {import('./finding.mjs').Check} */
export async function checkTarballs() {
  const { folder, tarballs } = await packAll();
  try {
    const problems = await inParallel([...tarballs], async ([name, path]) => [
      ...(await publintProblems(name, path)),
      ...(await attwProblems(name, path)),
    ]);
    return { facts: `${plural(tarballs.size, 'tarball')} pass publint and attw`, problems: problems.flat() };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} name @param {string} path @returns {Promise<Problem[]>} */
async function publintProblems(name, path) {
  const tarball = Uint8Array.from(readFileSync(path)).buffer;
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
  return messages.map((message) => ({
    where: name,
    problem: formatMessage(message, pkg, { color: false }) ?? message.code,
    remedy: `https://publint.dev/rules#${message.code.toLowerCase()}`,
  }));
}

/** @param {string} name @param {string} path @returns {Promise<Problem[]>} */
async function attwProblems(name, path) {
  const flags = ['--profile', 'strict', '--format', 'ascii', '--no-emoji', '--no-color'];
  const attw = binOf('@arethetypeswrong/cli', 'attw');
  const { code, output } = await capture(process.execPath, [attw, path, ...flags]);
  const remedy = `fix its exports; reproduce with: node ${attw} <tarball>`;
  return code === 0 ? [] : [{ where: name, problem: output.trim(), remedy }];
}
