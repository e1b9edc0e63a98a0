// Compares lookups with those of other routers.
//
//   node bench/find.mjs [rounds] [part of a router's name]...
//
// A server gets every path as a new string, which has no hash yet; so does every lookup here: it is sliced
// from a larger one. What slicing costs is measured alone and subtracted. Each router runs in a process
// of its own, once per round in turn. The figure is the least of all, in nanoseconds: whatever else the
// machine does only ever adds to a time.
import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { routeSets } from './route-sets.mjs';
import { contenders } from './routers.mjs';

/** @typedef {import('./route-sets.mjs').Row} Row */
/** @typedef {import('./routers.mjs').Lookup} Lookup */

/** Keeps the lookups from being optimized away. */
let found = 0;

/** Samples of each row; other programs only ever add to a time, so the least one counts. */
const TURNS = 80;

/**
 * Times one router in this process.
 * @param {string} name
 * @returns {(number | null)[][]} nanoseconds for each row of each set; null where it gives another answer
 */
function measure(name) {
  const contender = contenders[name];
  const plain = contenders['nextpress, specificity'];
  if (!contender || !plain) throw new Error(`no router is called ${name}`);
  return routeSets.map(({ routes, rows }) => {
    const lookup = contender.build(routes);
    const wanted = plain.build(routes);
    const right = rows.map(({ method, paths }) =>
      paths.every((path) => {
        const answer = JSON.stringify(contender.read(lookup(method, path)));
        return answer === JSON.stringify(plain.read(wanted(method, path)));
      }),
    );
    const counts = rows.map((row) => Math.ceil(Math.min(4_000, 1e6 / time(lookup, row, 50))));
    const least = rows.map(() => [Infinity, Infinity]);
    // The rows take turns, so that none is timed by a router that has seen only it, or in one bad moment.
    for (let turn = 0; turn < TURNS; turn++) {
      rows.forEach((row, index) => {
        const times = Number(counts[index]);
        const sample = [time(lookup, row, times), time(nothing, row, times)];
        if (turn > TURNS / 4) least[index] = sample.map((ns, i) => Math.min(ns, Number(least[index]?.[i])));
      });
    }
    if (found === 0) throw new Error(`${name} found nothing`);
    return least.map(([lookups, loops], index) => (right[index] ? Number(lookups) - Number(loops) : null));
  });
}

/** The same work without the lookup. @type {Lookup} */
function nothing(_method, path) {
  return path;
}

/**
 * @param {Lookup} lookup
 * @param {Row} row
 * @param {number} times
 */
function time(lookup, { method, paths }, times) {
  // The spaces around it see to it that no slice is the whole string, which would not be a new one.
  const all = ['', ...paths, ''].join(' ');
  const ends = paths.map((_, i) => 1 + paths.slice(0, i + 1).join(' ').length);
  const starts = paths.map((path, i) => Number(ends[i]) - path.length);
  const count = paths.length;
  const from = process.hrtime.bigint();
  for (let i = 0, next = 0; i < times; i++) {
    if (lookup(method, all.slice(starts[next], ends[next])) !== undefined) found++;
    if (++next === count) next = 0;
  }
  return Number(process.hrtime.bigint() - from) / times;
}

/**
 * @param {number} rounds
 * @param {string[]} parts
 */
function compare(rounds, parts) {
  const names = Object.keys(contenders).filter(
    (name) => parts.length === 0 || parts.some((part) => name.includes(part)),
  );
  const results = names.map(() => /** @type {(number | null)[][][]} */ ([]));
  for (let round = 0; round < rounds; round++) {
    names.forEach((name, i) => {
      const output = execFileSync(process.execPath, [new URL(import.meta.url).pathname, '--one', name], {
        encoding: 'utf8',
      });
      results[i]?.push(JSON.parse(output));
    });
  }
  console.log(
    `ns per lookup, least of ${rounds} rounds; Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}\n`,
  );
  console.log(`| lookup | ${names.join(' | ')} |`);
  console.log(`|---|${names.map(() => '--:|').join('')}`);
  routeSets.forEach((set, s) => {
    set.rows.forEach((row, r) => {
      const cells = results.map((runs) => {
        const figures = runs.map((run) => run[s]?.[r] ?? null);
        return figures.includes(null) ? '–' : Math.min(...figures.map(Number)).toFixed(0);
      });
      console.log(`| ${set.name}: ${row.name} | ${cells.join(' | ')} |`);
    });
  });
}

const [mode, chosen] = process.argv.slice(2);
if (mode === '--one') console.log(JSON.stringify(measure(String(chosen))));
else compare(Number(mode ?? 5), process.argv.slice(3));
