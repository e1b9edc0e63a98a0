import { readFileSync, rmSync } from 'node:fs';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { binOf, capture } from '../child.mjs';
import { inLanes } from '../lanes.mjs';
import { packAll } from '../pack.mjs';
import { plural } from '../terminal.mjs';

/** @typedef {import('./finding.mjs').Fault} Fault */

/** What would be published is well formed (publint) and its types match its code (attw). @type {import('./finding.mjs').Check} */
export async function checkTarballs() {
  const { folder, tarballs } = await packAll();
  try {
    const faults = await inLanes([...tarballs], async ([name, path]) => [
      ...(await publintFaults(name, path)),
      ...(await attwFaults(name, path)),
    ]);
    return { facts: `${plural(tarballs.size, 'tarball')} through publint and attw`, faults: faults.flat() };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} name @param {string} path @returns {Promise<Fault[]>} */
async function publintFaults(name, path) {
  const tarball = Uint8Array.from(readFileSync(path)).buffer;
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
  return messages.map((message) => ({
    where: name,
    problem: formatMessage(message, pkg, { color: false }) ?? message.code,
    remedy: `https://publint.dev/rules#${message.code.toLowerCase()}`,
  }));
}

/** @param {string} name @param {string} path @returns {Promise<Fault[]>} */
async function attwFaults(name, path) {
  const flags = ['--profile', 'strict', '--format', 'ascii', '--no-emoji', '--no-color'];
  const attw = binOf('@arethetypeswrong/cli', 'attw');
  const { code, output } = await capture(process.execPath, [attw, path, ...flags]);
  return code === 0
    ? []
    : [{ where: name, problem: output.trim(), remedy: `mend its exports: node ${attw} <tarball>` }];
}
