// The soak of the lane: a server in one process, its clients in another, and what must hold in between and in the end.

import { setTimeout as wait } from 'node:timers/promises';
import { optionsOrEnd } from '../scripts/command-line.mjs';
import { check, megabytes } from './checks.mjs';
import { Child } from './child.mjs';
import { readOptions, usage } from './options.mjs';
import { reportChecks } from './report-checks.mjs';

/**
 * @typedef {import('./server.mjs').Facts} Facts
 * @typedef {import('./load/ledger.mjs').Ledger} Ledger
 */

/** Seconds between two lines of progress. */
const period = 10;

/** How often another server takes over. */
const takeovers = 4;

/** Milliseconds that idle and half-open connections may take to end. */
const mostRest = 30_000;

const options = optionsOrEnd(readOptions, usage, process.argv.slice(2));
const { seconds, lane, tls } = options;
const server = new Child('server.mjs', { flags: ['--expose-gc'], setup: { lane, tls } });
const load = new Child('load.mjs', { setup: { secure: tls } });
process.on('exit', () => {
  server.kill();
  load.kill();
});
process.on('SIGINT', () => process.exit(130));
process.on('SIGTERM', () => process.exit(143));

const warmUp = Math.max(5, Math.round(seconds / 6));
console.log(
  `\n  Soak  ${lane} lane${tls ? ' over TLS' : ''}, ${seconds} s, of which ${warmUp} s to warm up\n`,
);
await takeOver();
await run(warmUp, 1);
const base = await atRest();
console.log(`  base: ${memory(base)}`);
await run(seconds - warmUp, takeovers);
await server.ask('close');
const last = await atRest();
/** @type {Ledger} */
const ledger = await load.ask('ledger');
await Promise.all([server.ask('end'), load.ask('end')]);
const code = await Promise.race([server.ended, wait(5_000, 'it did not')]);
report(check({ base, last, ledger, code, options }));
load.kill();
server.kill();

/** Lets the load run, with servers that take over from each other. @param {number} length in seconds @param {number} times */
async function run(length, times) {
  const end = Date.now() + length * 1_000;
  const shift = (length * 1_000) / (times + 1);
  let takeover = Date.now() + shift;
  let line = Date.now() + period * 1_000;
  await load.ask('begin');
  while (Date.now() < end) {
    await wait(Math.max(0, Math.min(end, takeover, line) - Date.now()));
    if (Date.now() >= takeover && Date.now() < end) {
      await takeOver();
      takeover += shift;
    }
    if (Date.now() >= line) {
      await progress();
      line += period * 1_000;
    }
  }
  await load.ask('stop');
}

/** Another server takes over, and the one before is closed in the midst of its work. */
async function takeOver() {
  await load.ask('turn', await server.ask('start'));
  await server.ask('retire');
}

/** Waits until nothing is under way. @returns {Promise<Facts>} */
async function atRest() {
  const end = Date.now() + mostRest;
  /** @type {Facts} */
  let facts = await server.ask('facts');
  while (Date.now() < end && (facts.connections > 0 || facts.open > 0)) {
    await wait(500);
    facts = await server.ask('facts');
  }
  // Memory that goes back at once would hide behind what has just been used.
  await wait(1_000);
  return server.ask('facts');
}

async function progress() {
  /** @type {[Facts, Ledger]} */
  const [facts, ledger] = await Promise.all([server.ask('facts'), load.ask('ledger')]);
  const faults =
    facts.faults.length + Object.values(ledger.faults).reduce((sum, list) => sum + list.length, 0);
  const clock = `${Math.round(process.uptime())} s`.padStart(7);
  const { answered, connections } = ledger;
  console.log(
    `${clock}  ${answered} answers on ${connections} connections, ${facts.connections} open, ${memory(facts)}, ${faults} faults`,
  );
}

/** @param {Facts} facts */
function memory({ heap, rss }) {
  return `heap ${megabytes(heap)}, process ${megabytes(rss)}`;
}

/** @param {import('./checks.mjs').Check[]} checks */
function report(checks) {
  const { asked, answered, forgone, excused, torn, connections, runs } = ledger;
  console.log(`\n  at the end: ${memory(last)}`);
  console.log(
    `  requests: ${asked}, answered ${answered}, forgone ${forgone}, excused by a closing server ${excused}, ${torn} answers torn`,
  );
  console.log(
    `  server: ${last.dispatched} dispatched, of ${last.watched} watched ${last.dropped} never had their turn and ${last.abandoned} were answered and left, ${last.thrown} errors on purpose`,
  );
  console.log(
    `  loads on ${connections} connections: ${Object.entries(runs)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')}`,
  );
  for (const stats of last.stats) console.log(`  lane: ${JSON.stringify(stats)}`);
  console.log();
  reportChecks(checks);
}
