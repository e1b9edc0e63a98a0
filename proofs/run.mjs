/** @module The parts of `npm run proofs`, in order. */

import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { checkProofs } from './parts/coq.mjs';
import { breakModels, checkModels } from './parts/models.mjs';
import { buildModels, compareWithModels, findMutations } from './parts/oracles.mjs';

/**
 * A theorem, a claim about a model, a comparison or a mutation.
 *
 * @typedef {object} Row
 * @property {string} name
 * @property {string} [says] In one sentence.
 * @property {string} where
 * @property {string} result
 * @property {boolean} isPassed
 * @property {string} [details]
 *
 * @typedef {(progress: string) => void} Say
 *
 * @typedef {object} Check
 * @property {string} title
 * @property {string | undefined} missing Why it cannot run here.
 * @property {(say: Say) => Promise<Row[]>} run
 */

const COQ = ['coqc'];
const EXTRACTION = [...COQ, 'ocamlfind', 'ocamlopt'];
const SPIN = ['spin', 'gcc'];
const DEBIAN = { coqc: 'coq', ocamlfind: 'ocaml-findlib', ocamlopt: 'ocaml', spin: 'spin', gcc: 'gcc' };

/** @param {import('./options.mjs').Options} options @returns {Check[]} */
export function checksOf(options) {
  /** @type {Record<import('./options.mjs').Part, Check[]>} */
  const checks = {
    coq: [check('proofs', COQ, provenOnce)],
    oracle: [check('oracle', EXTRACTION, (say) => afterModels(say, () => compareWithModels(options, say)))],
    mutations: [check('mutations', EXTRACTION, (say) => afterModels(say, () => findMutations(options, say)))],
    spin: [check('models', SPIN, checkModels), check('broken models', SPIN, breakModels)],
  };
  return options.parts.flatMap((part) => checks[part]);
}

/** @type {Promise<Row[]> | undefined} */
let proven;

/** Several checks need the compiled proofs. @param {Say} say */
function provenOnce(say) {
  proven ??= checkProofs(say);
  return proven;
}

/** @type {Promise<void> | undefined} */
let models;

/** @param {Say} say @param {() => Promise<Row[]>} run */
async function afterModels(say, run) {
  say('extracts the models');
  models ??= provenOnce(say).then(buildModels);
  await models;
  return run();
}

/** @param {string} title @param {readonly string[]} tools @param {Check['run']} run @returns {Check} */
function check(title, tools, run) {
  const missing = tools.filter((tool) => !isInstalled(tool));
  if (missing.length === 0) return { title, missing: undefined, run };
  const packages = missing.map((tool) => DEBIAN[/** @type {keyof typeof DEBIAN} */ (tool)]);
  return { title, missing: `no ${missing.join(', ')}: apt-get install ${packages.join(' ')}`, run };
}

/** @param {string} tool */
function isInstalled(tool) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, tool)));
}
