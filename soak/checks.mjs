/**
 * @typedef {import('./server.mjs').Facts} Facts
 * @typedef {import('./load/ledger.mjs').Ledger} Ledger
 *
 * @typedef {object} Outcome
 * @property {Facts} base After the warm-up, at rest.
 * @property {Facts} last After the load, at rest, every server closed.
 * @property {Ledger} ledger
 * @property {number | string | null} code The exit code of the server's process.
 * @property {import('./options.mjs').Options} options
 *
 * @typedef {{ name: string, passed: boolean, facts: string[] }} Check
 *
 * @typedef {object} ProcessFacts
 * @property {number} heap
 * @property {number} rss
 * @property {number} connections
 */

/** Bytes of heap that caches of Node and of V8 may have grown by. */
const heapTolerance = 3_000_000;

/** How much more memory the process may keep than it had: an allocator returns what it likes. `node:http` alone is seen at 1.7. */
const rssTolerance = 2.5;

/** Everything that must hold. @param {Outcome} outcome @returns {Check[]} */
export function check({ base, last, ledger, code, options }) {
  const { faults, runs } = ledger;
  const fast = last.stats.reduce((sum, { fast }) => sum + fast, 0);
  const takenBack = last.stats.reduce((sum, { takenBack }) => sum + takenBack, 0);
  const idle = Object.keys(runs).filter((kind) => runs[kind] === 0);
  const lane = options.lane !== 'node';
  return [
    of('every answer was its own request’s, in its turn', faults.order.length === 0, faults.order),
    of('every request that was to be answered was', faults.missing.length === 0, faults.missing),
    of('nothing came that nobody had asked for', faults.unasked.length === 0, faults.unasked),
    of('the clients had no trouble of their own', faults.other.length === 0, faults.other),
    of('every kind of load was run', idle.length === 0, idle),
    of(
      'no error but those thrown on purpose, no warning, each event once',
      last.faults.length === 0,
      last.faults,
    ),
    of('no request is under way', last.open === 0, [`${last.open} are`, ...last.underWay]),
    of('every server has closed', last.servers === 0, [`${last.servers} have not`]),
    ...ofProcess(base, last, { resources: last.resources, code }),
    ...(lane
      ? [
          of('the fast lane served, and took connections back', fast > 0 && takenBack > 0, [
            `${fast} and ${takenBack}`,
          ]),
        ]
      : []),
  ];
}

/**
 * What must hold of the server's process, whatever the load was.
 *
 * @param {ProcessFacts} base
 * @param {ProcessFacts} last
 * @param {import('./under-load.mjs').Ending} ending
 * @returns {Check[]}
 */
export function ofProcess(base, last, { resources, code }) {
  return [
    of('no connection is left', last.connections === 0, [`${last.connections} are`]),
    of('no handle or timer is left', resources.length === 0, resources),
    of('the heap is back to its base', last.heap <= base.heap + heapTolerance, [
      growth(base.heap, last.heap),
    ]),
    of('so is the memory of the process', last.rss <= base.rss * rssTolerance, [growth(base.rss, last.rss)]),
    of('the process ended by itself', code === 0, [`it ended with ${code}`]),
  ];
}

/** @param {string} name @param {boolean} passed @param {string[]} facts said when it failed @returns {Check} */
export function of(name, passed, facts) {
  return { name, passed, facts };
}

/** @param {number} from @param {number} to in bytes */
function growth(from, to) {
  return `from ${megabytes(from)} to ${megabytes(to)}`;
}

/** @param {number} bytes */
export function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
