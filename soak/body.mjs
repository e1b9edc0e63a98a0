// The soak of bodies: a server with all parsers in one process, its clients in this one, and what must hold in the end.

import { optionsOrEnd } from '../scripts/command-line.mjs';
import { late, leaving, whole } from './bodies/clients.mjs';
import { megabytes, of, ofProcess } from './checks.mjs';
import { Child } from './child.mjs';
import { readOptions, usage } from './options.mjs';
import { reportChecks } from './report-checks.mjs';
import { atRest, endOf, runKinds } from './under-load.mjs';

/** @typedef {import('./bodies/server.mjs').Facts} Facts */

const { seconds, lane } = optionsOrEnd(readOptions, usage, process.argv.slice(2));
const server = new Child('bodies/server.mjs', { flags: ['--expose-gc'], setup: { lane } });
process.on('exit', () => server.kill());
process.on('SIGINT', () => process.exit(130));
process.on('SIGTERM', () => process.exit(143));

/** @type {import('./bodies/clients.mjs').Tally} */
const tally = { answered: 0, refused: 0, left: 0, late: 0, faults: [] };
/** @type {readonly (readonly [number, (port: number, tally: import('./bodies/clients.mjs').Tally) => Promise<void>])[]} */
const kinds = [
  [8, whole],
  [3, leaving],
  [2, late],
];

const warmUp = Math.max(5, Math.round(seconds / 4));
console.log(`\n  Soak of bodies  ${lane} lane, ${seconds} s, of which ${warmUp} s to warm up\n`);
const port = await server.ask('start');
await runKinds(Date.now() + warmUp * 1_000, kinds, port, tally);
const base = await atRest(server, isAtRest);
console.log(`  base: heap ${megabytes(base.heap)}, process ${megabytes(base.rss)}`);
await runKinds(Date.now() + (seconds - warmUp) * 1_000, kinds, port, tally);
const last = await atRest(server, isAtRest);
report(await endOf(server));

/** @param {Facts} facts */
function isAtRest({ connections, open }) {
  return connections === 0 && open === 0;
}

/** @param {import('./under-load.mjs').Ending} ending */
function report(ending) {
  console.log(`  at the end: heap ${megabytes(last.heap)}, process ${megabytes(last.rss)}`);
  console.log(
    `  bodies: ${tally.answered} read, ${tally.refused} refused, ${tally.late} too late, ${tally.left} left in the middle, of which ${last.lost} had been begun\n`,
  );
  const checks = [
    of(
      'every body was read as what it was, or refused as it should be',
      tally.faults.length === 0,
      tally.faults,
    ),
    of('every kind of load was run', Math.min(tally.answered, tally.refused, tally.left, tally.late) > 0, []),
    of('no error, no rejection, no warning, no listener left', last.faults.length === 0, last.faults),
    of('no request is under way', last.open === 0, [`${last.open} are`]),
    ...ofProcess(base, last, ending),
  ];
  reportChecks(checks);
}
