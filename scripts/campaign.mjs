// `npm run fuzz` and `npm run chaos`: sets everything up and runs the fuzzer or the chaos tests, also under another Node. The first
// argument names one of them, the others are its options: `npm run chaos -- --help`.
import { fileURLToPath } from 'node:url';
import { show } from './child.mjs';
import { optionsOrEnd } from './command-line.mjs';
import { setUp } from './install.mjs';
import { environmentOf, installNode } from './node-matrix.mjs';
import { orExit, step } from './terminal.mjs';

const [name = '', ...args] = process.argv.slice(2);
const folder = new URL(`../tests/${name}/`, import.meta.url);
const { readOptions, usage } = await import(new URL('options.mjs', folder).href);
/** @type {{ node?: string }} */
const { node } = optionsOrEnd(readOptions, usage, args);
let path = process.execPath;

await setUp(name, [`@nextpress/${name}...`]);
if (node !== undefined) orExit(await step('node', findNode));
console.log();
const program = fileURLToPath(new URL('run.mjs', folder));
process.exitCode = await show(path, [program, ...args], { env: environmentOf({ path }) });

async function findNode() {
  const found = await installNode(String(node));
  path = found.path;
  return found.version;
}
