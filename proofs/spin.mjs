/** @module Runs SPIN: checks the claims of a model exhaustively, and shows that each can fail. */

import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const built = fileURLToPath(new URL('built/', import.meta.url));

/** A search that needs more has not been exhaustive, which is an error. */
const LIMITS = { depth: 100_000, megabytes: 1_500 };
/** Searches at the same time: the machines that this has to run on have two processors. */
const PARALLEL = 2;

/**
 * @typedef {object} Claim
 * @property {string} name Of an `ltl` block, or the first argument of `CLAIM`; `blocks` for invalid end states
 * @property {'always' | 'ltl' | 'blocks'} kind
 * @property {string} says What the claim is, in English.
 * @property {Readonly<Record<string, string>>} bugs The flags of the model under which it fails, and what each leaves out.
 *
 * @typedef {object} Model
 * @property {string} file
 * @property {readonly Claim[]} claims
 *
 * @typedef {object} Result
 * @property {string} model
 * @property {string} name
 * @property {string} says
 * @property {boolean} holds
 * @property {number} states
 * @property {number} depth
 * @property {number} seconds
 * @property {readonly string[]} trail If it does not hold: who does what, one step a line.
 *
 * @typedef {Result & { bug: string, omits: string }} Mutation
 */

/** Checks all claims of a model. @param {Model} model @returns {Promise<Result[]>} */
export function checkModel(model) {
  const { claims } = model;
  // One search visits the states for all claims that are not of time.
  const common = once(() => search(model, undefined, []));
  return inParallel(claims, async (claim) => {
    if (claim.kind === 'ltl') return resultOf(model, claim, await search(model, claim, []));
    const all = await common();
    return resultOf(model, claim, all.holds ? all : await search(model, claim, []));
  });
}

/** Checks each claim again with each of its bugs, which has to violate it. @param {Model} model @returns {Promise<Mutation[]>} */
export function mutateModel(model) {
  const mutations = model.claims.flatMap((claim) =>
    Object.entries(claim.bugs).map(([bug, omits]) => ({ claim, bug, omits })),
  );
  return inParallel(mutations, async ({ claim, bug, omits }) => {
    return {
      ...resultOf(model, claim, await search(model, claim, [`-DBUG_${bug}`, '-DIS_SMALL'])),
      bug,
      omits,
    };
  });
}

/** @typedef {Omit<Result, 'model' | 'name' | 'says'>} Search */

/** @param {Model} model @param {Claim} claim @param {Search} found @returns {Result} */
function resultOf({ file }, { name, says }, found) {
  return { model: basename(file, '.pml'), name, says, ...found };
}

/** @param {Model} model @param {Claim | undefined} claim All but those of time if there is none. @param {readonly string[]} flags @returns {Promise<Search>} */
async function search({ file }, claim, flags) {
  mkdirSync(built, { recursive: true });
  const cwd = mkdtempSync(join(built, 'spin-'));
  // Not the option -A of pan, which would silence LTL claims as well.
  const only = claim === undefined ? 'everything' : claim.kind === 'always' ? claim.name : 'nothing';
  const defines = [...flags, `-DONLY=${only}`];
  try {
    await run('spin', ['-a', ...defines, file], { cwd });
    const found = await explore(cwd, claim, flags.length > 0);
    const trailFile = `${basename(file)}.trail`;
    if (existsSync(join(cwd, trailFile)) === found.holds)
      throw new Error(`The report and the trail of ${file} contradict each other.`);
    const trail = found.holds ? [] : await chart(cwd, file, trailFile, defines);
    return { ...found, trail };
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

/**
 * @param {string} cwd
 * @param {Claim | undefined} claim
 * @param {boolean} isShort Searches in breadth, which finds the shortest violation
 */
async function explore(cwd, claim, isShort) {
  const isOfTime = claim?.kind === 'ltl';
  const options = isOfTime ? [] : ['-DSAFETY', '-DNOCLAIM', ...(isShort ? ['-DBFS'] : [])];
  // Optimizing takes longer than the search.
  const compile = ['-w', '-O0', `-DMEMLIM=${LIMITS.megabytes}`, ...options, '-o', 'pan'];
  await run('gcc', [...compile, 'pan.c'], { cwd });
  const choice = { ltl: ['-a', '-N', String(claim?.name)], blocks: [], always: ['-E'] };
  const chosen = claim === undefined ? [] : choice[claim.kind];
  const { stdout } = await run(join(cwd, 'pan'), [`-m${LIMITS.depth}`, ...chosen], { cwd });
  return readReport(stdout);
}

/** @param {string} report @throws Error if the search was not complete */
export function readReport(report) {
  const number = (/** @type {RegExp} */ pattern) => {
    const text = pattern.exec(report)?.[1];
    if (text === undefined) throw new Error(`pan printed no ${pattern}:\n${report}`);
    return Number(text);
  };
  const holds = number(/errors: (\d+)/) === 0;
  const isCut = /search depth too small|MEMLIM|out of memory|hash table full|aborted/i.test(report);
  if (isCut || (holds && /Search not completed/.test(report)))
    throw new Error(`The search was not exhaustive:\n${report}`);
  const nominal = /(\d+) nominal states/.exec(report)?.[1];
  const states = nominal === undefined ? number(/(\d+) states, stored/) : Number(nominal);
  return { holds, states, depth: number(/depth reached (\d+)/), seconds: number(/elapsed time ([\d.]+)/) };
}

/** The steps of a violation in words, which the model prints. @param {string} cwd @param {string} file @param {string} trail @param {readonly string[]} defines */
async function chart(cwd, file, trail, defines) {
  const { stdout } = await run('spin', ['-k', trail, ...defines, file], { cwd });
  const steps = stdout.matchAll(/^ *\| (.*)$|(START OF CYCLE)/gm);
  return [...steps].map(([, step]) => step ?? 'from here on nothing else happens, or the same again');
}

/** @template Value @param {() => Value} make @returns {() => Value} */
function once(make) {
  /** @type {{ value: Value } | undefined} */
  let made;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** @template Item, Value @param {readonly Item[]} items @param {(item: Item) => Promise<Value>} work @returns {Promise<Value[]>} */
async function inParallel(items, work) {
  /** @type {Value[]} */
  const values = [];
  const queue = [...items.entries()];
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift())
      values[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  return values;
}
