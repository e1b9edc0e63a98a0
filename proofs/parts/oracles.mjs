/** @module The oracles: the programs extracted from the proofs, next to the sources. */

import { buildModel, PROOFS } from '../oracle/build.mjs';
import { checkDispatcher, testOf as dispatcherTest } from '../oracle/dispatcher.mjs';
import { tryMutations } from '../oracle/mutate.mjs';
import { checkRouter } from '../oracle/router.mjs';
import { testOf as routerTest } from '../oracle/router-disagreement.mjs';
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
    onProgress: (done) => say(`router, ${written(done)} of ${written(cases)} lookups`),
  });
  const requests = Math.ceil(cases / 5);
  const dispatcher = await checkDispatcher({
    cases: requests,
    seed,
    tested: await load('dispatcher-entry.ts'),
    onProgress: (done) => say(`dispatcher, ${written(done)} of ${written(requests)} requests`),
  });
  return [
    rowOf(
      'router',
      `lookups, of which ${written(router.matched)} match and ${written(router.contested)} match several forms`,
      router.cases,
      router.disagreement && routerTest(router.disagreement),
    ),
    rowOf(
      'dispatcher',
      'requests',
      dispatcher.cases,
      dispatcher.disagreement && dispatcherTest(dispatcher.disagreement),
    ),
  ];
}

/** @param {number} count */
const written = (count) => count.toLocaleString('en');

/** @param {string} name @param {string} noun @param {number} cases @param {string | undefined} failure @returns {Row} */
function rowOf(name, noun, cases, failure) {
  return {
    name: `oracle of the ${name}`,
    says: `Specification, extracted algorithm and TypeScript find the same in ${written(cases)} generated ${noun}.`,
    where: `proofs/oracle/${name}.mjs`,
    result: failure === undefined ? `${written(cases)} agree` : 'disagree',
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
  if (foundAfter !== undefined) return `found by case ${written(foundAfter)}`;
  return equivalent === undefined ? 'not found' : `makes no difference: ${equivalent}`;
}
