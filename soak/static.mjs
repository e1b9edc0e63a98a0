// The soak of files: a server in one process, its clients in this one, which also writes to the tree.

import { setTimeout as wait } from 'node:timers/promises';
import { optionsOrEnd } from '../scripts/command-line.mjs';
import { megabytes, of, ofProcess } from './checks.mjs';
import { Child } from './child.mjs';
import { leaving, slow, unread, whole } from './files/clients.mjs';
import { disturb, makeTree, removeTree } from './files/tree.mjs';
import { readOptions, usage } from './options.mjs';
import { reportChecks } from './report-checks.mjs';
import { atRest, endOf, runKinds } from './under-load.mjs';

/** @typedef {import('./files/server.mjs').Facts} Facts */

/** Bytes of buffers that may be held in the midst of the load: 200 slow readers with a part of a file each, and then some. */
const midwayTolerance = 250_000_000;

const { seconds, lane } = optionsOrEnd(readOptions, usage, process.argv.slice(2));
const root = makeTree();
const server = new Child('files/server.mjs', { flags: ['--expose-gc'], setup: { lane, root } });
process.on('exit', () => {
  server.kill();
  removeTree(root);
});
process.on('SIGINT', () => process.exit(130));
process.on('SIGTERM', () => process.exit(143));

/** @type {import('./files/clients.mjs').Tally} */
const tally = { answered: 0, torn: 0, left: 0, slow: 0, unread: 0, faults: [] };
/** @type {readonly (readonly [number, (port: number, tally: import('./files/clients.mjs').Tally) => Promise<void>])[]} */
const kinds = [
  [6, whole],
  [6, leaving],
  [200, slow],
  [2, unread],
];
let largest = 0;

const warmUp = Math.max(5, Math.round(seconds / 4));
console.log(`\n  Soak of files  ${lane} lane, ${seconds} s, of which ${warmUp} s to warm up\n`);
const port = await server.ask('start');
await load(warmUp);
const base = await atRest(server, isAtRest);
console.log(`  base: heap ${megabytes(base.heap)}, process ${megabytes(base.rss)}`);
await load(seconds - warmUp);
const last = await atRest(server, isAtRest);
report(await endOf(server));

/** @param {number} length in seconds */
async function load(length) {
  const end = Date.now() + length * 1_000;
  await Promise.all([runKinds(end, kinds, port, tally), disturb(root, end), watch(end)]);
}

/** Looks at the server's buffers now and then. @param {number} end a time */
async function watch(end) {
  while (Date.now() < end) {
    await wait(1_000);
    const { external } = await server.ask('facts');
    largest = Math.max(largest, external);
  }
}

/** @param {Facts} facts */
function isAtRest({ connections, open, descriptors }) {
  return connections === 0 && open === 0 && descriptors === 0;
}

/** @param {import('./under-load.mjs').Ending} ending */
function report(ending) {
  console.log(`  at the end: heap ${megabytes(last.heap)}, process ${megabytes(last.rss)}`);
  console.log(`  in the midst: ${megabytes(largest)} of buffers at most`);
  console.log(
    `  files: ${tally.answered} answers read, ${tally.slow} of them slowly; ${tally.left} downloads left, ${tally.torn} torn by a file that was cut, ${tally.unread} requests unread\n`,
  );
  const { answered, left, slow, unread, faults } = tally;
  reportChecks([
    of('every file was sent as it was in one of its states', faults.length === 0, faults),
    of('every kind of load was run', Math.min(answered, left, slow, unread) > 0, []),
    of('no error, no rejection, no warning', last.faults.length === 0, last.faults),
    of('no request is under way', last.open === 0, [`${last.open} are`]),
    of('no file is open', last.descriptors === 0, [`${last.descriptors} are`]),
    of('slow and silent readers are sent no more than they take', largest < midwayTolerance, [
      megabytes(largest),
    ]),
    ...ofProcess(base, last, ending),
  ]);
}
