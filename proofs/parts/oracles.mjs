/** @module The oracles: the programs extracted from the proofs, next to the sources. */

import { buildModel, PROOFS } from '../oracle/build.mjs';
import { checkDispatcher, testOf as dispatcherTest } from '../oracle/dispatcher.mjs';
import { tryMutations } from '../oracle/mutate.mjs';
import { checkRouter, testOf as routerTest } from '../oracle/router.mjs';
import { load } from '../oracle/under-test.mjs';

/** @typedef {import('../run.mjs').Row} Row */

/** Extracts the programs and compiles them. Coq has to have checked the proofs. */
export async function buildModels() {
  await Promise.all(PROOFS.map(buildModel));
}

/** @param {{ cases: number, seed: number }} options @param {(what: string) => void} say @returns {Promise<Row[]>} */
export async function compareWithModels({ cases, seed }, say) {
  const router = await checkRouter({
    cases,
    seed,
    current: await load('router-entry.ts'),
    onProgress: (done) =>
      say(`router, ${done.toLocaleString('en')} of ${cases.toLocaleString('en')} lookups`),
  });
  const requests = Math.ceil(cases / 5);
  const dispatcher = await checkDispatcher({
    cases: requests,
    seed,
    tested: await load('dispatcher-entry.ts'),
    onProgress: (done) =>
      say(`dispatcher, ${done.toLocaleString('en')} of ${requests.toLocaleString('en')} requests`),
  });
  return [
    rowOf('router', 'lookups', router.cases, router.disagreement && routerTest(router.disagreement)),
    rowOf(
      'dispatcher',
      'requests',
      dispatcher.cases,
      dispatcher.disagreement && dispatcherTest(dispatcher.disagreement),
    ),
  ];
}

/** @param {string} name @param {string} noun @param {number} cases @param {string | undefined} failure @returns {Row} */
function rowOf(name, noun, cases, failure) {
  return {
    name: `oracle of the ${name}`,
    says: `Specification, extracted algorithm and TypeScript find the same in ${cases.toLocaleString('en')} generated ${noun}.`,
    where: `proofs/oracle/${name}.mjs`,
    result: failure === undefined ? `${cases.toLocaleString('en')} agree` : 'disagree',
    isPassed: failure === undefined,
    ...(failure !== undefined && { details: failure }),
  };
}

/** @param {{ seed: number }} options @param {(what: string) => void} say @returns {Promise<Row[]>} */
export async function findMutations({ seed }, say) {
  const trials = await tryMutations(seed, (done) => say(`${done} mutations`));
  return trials.map(({ mutation: { file, mistake, equivalent }, foundAfter }) => ({
    name: mistake,
    where: `packages/${file}`,
    result: resultOf(foundAfter, equivalent),
    isPassed: (foundAfter === undefined) === (equivalent !== undefined),
  }));
}

/** @param {number | undefined} foundAfter @param {string | undefined} equivalent */
function resultOf(foundAfter, equivalent) {
  if (foundAfter !== undefined) return `found by case ${foundAfter.toLocaleString('en')}`;
  return equivalent === undefined ? 'not found' : `makes no difference: ${equivalent}`;
}
