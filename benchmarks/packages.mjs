// The front end of `npm run bench -- <package> …`: the benchmarks of packages, one after the other, each in a process of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const PACKAGES = join(import.meta.dirname, '../packages');

export const usage = `npm run bench -- <package> … [options]

Compares packages with those that people would use instead: all for every package that has a benchmark, or
${names().join(', ')}.

  --node <major>       20, 22, 24 or 26 (this one)
  --rounds <n>         measured in turns (5)
  --check              only check that all have the same results
  --json               print the results as JSON
  --write-readme       write the table into the README of the package
`;

/** @typedef {{ node: string | undefined, json: boolean, names: readonly string[], passed: readonly string[] }} Options */

function names() {
  return readdirSync(PACKAGES).filter((name) => existsSync(programOf(name)));
}

/** @param {string} name */
function programOf(name) {
  return join(PACKAGES, name, 'bench/index.mjs');
}

/** @param {string[]} args @returns {Options | undefined} undefined for help */
export function readOptions(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      node: { type: 'string' },
      rounds: { type: 'string' },
      json: { type: 'boolean', default: false },
      'write-readme': { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const known = names();
  const unknown = positionals.find((name) => name !== 'all' && !known.includes(name));
  if (unknown !== undefined) {
    throw new Error(`Unknown package: expected all, ${known.join(', ')}, got ${unknown}`);
  }
  if (values.rounds !== undefined && !/^[1-9]\d*$/.test(values.rounds)) {
    throw new Error(`Invalid --rounds: expected a positive integer, got ${values.rounds}`);
  }
  const passed = [
    ...(values.rounds === undefined ? [] : ['--rounds', values.rounds]),
    ...(values.json ? ['--json'] : []),
    ...(values.check ? ['--check'] : []),
    ...(values['write-readme'] ? ['--write-readme'] : []),
  ];
  return {
    node: values.node,
    json: values.json,
    names: positionals.includes('all') ? known : positionals,
    passed,
  };
}

/** @param {Options} options @param {{ node: string }} context */
export async function run({ names: asked, passed }, { node }) {
  for (const name of asked) {
    const [code] = await once(spawn(node, [programOf(name), ...passed], { stdio: 'inherit' }), 'exit');
    if (code !== 0) throw new Error(`The benchmark of ${name} has failed.`);
    if (!passed.includes('--json')) console.log();
  }
}
