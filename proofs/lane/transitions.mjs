/** @module Writes the lane's transition table as Promela, so that the model has the table of `connection/state.ts` and no copy of it. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const source = fileURLToPath(
  new URL('../../packages/fast-lane/src/internal/connection/state.ts', import.meta.url),
);
const folder = fileURLToPath(new URL('../built/lane/', import.meta.url));
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

/** What `connection.pml` models. A state or an event beyond these needs a change of the model. */
const STATES = [
  'fresh',
  'idle',
  'responding',
  'dispatching',
  'draining',
  'failed',
  'inNode',
  'upgraded',
  'closed',
];
const EVENTS = [
  'request',
  'chunkDone',
  'finished',
  'hold',
  'fail',
  'handOver',
  'upgrade',
  'takeBack',
  'close',
];

/**
 * @typedef {object} Table
 * @property {readonly string[]} states
 * @property {readonly string[]} events
 * @property {(state: string, event: string) => string} nextState
 */

/** Reads the names from the types, and the transitions from the function that the lane calls. @returns {Promise<Table>} */
export async function readTable() {
  const text = readFileSync(source, 'utf8');
  // Node 20 doesn't strip types.
  mkdirSync(folder, { recursive: true });
  const outDir = mkdtempSync(join(folder, 'state-'));
  const options = ['--ignoreConfig', '--target', 'es2022', '--module', 'esnext', '--outDir', outDir];
  execFileSync(process.execPath, [compiler, ...options, source], { encoding: 'utf8' });
  const { nextState } = await import(pathToFileURL(join(outDir, 'state.js')).href);
  rmSync(outDir, { recursive: true });
  return { states: namesOf(text, 'State', STATES), events: namesOf(text, 'Event', EVENTS), nextState };
}

/**
 * The members of a union of texts.
 *
 * @param {string} text The source of `state.ts`
 * @param {string} type
 * @param {readonly string[]} expected
 * @throws Error if they are not what the model has
 */
export function namesOf(text, type, expected) {
  const union = new RegExp(`^export type ${type} =(.*?);`, 'ms').exec(text)?.[1] ?? '';
  const names = [...union.matchAll(/\| '(\w+)'/g)].map(([, name]) => String(name));
  const difference = [
    ...names.filter((each) => !expected.includes(each)).map((each) => `"${each}" is new`),
    ...expected.filter((each) => !names.includes(each)).map((each) => `"${each}" is missing`),
  ];
  if (difference.length === 0) return names;
  const remedy = 'Change proofs/lane/connection.pml first, and then the list in transitions.mjs';
  throw new Error(`"${type}" in state.ts is not what the model has: ${difference.join(', ')}. ${remedy}.`);
}

/** The table as one `inline` for each event, e.g. `move_request()`. @param {Table} table */
export function toPromela({ states, events, nextState }) {
  const moves = events.map((event) => {
    const changed = states.filter((state) => nextState(state, event) !== state);
    const options = changed.map((state) => `  :: state == ${state} -> state = ${nextState(state, event)}`);
    return [`inline move_${event}() {`, '  if', ...options, '  :: else', '  fi', '}'].join('\n');
  });
  return [`mtype:state = { ${states.join(', ')} };`, 'mtype:state state = fresh;', ...moves, ''].join('\n\n');
}

/** Writes `proofs/built/lane/transitions.pml`. */
export async function writeTransitions() {
  const text = toPromela(await readTable());
  const temporary = join(mkdtempSync(join(folder, 'write-')), 'transitions.pml');
  writeFileSync(temporary, text);
  // Another process may be reading it.
  renameSync(temporary, join(folder, 'transitions.pml'));
  rmSync(dirname(temporary), { recursive: true });
}
