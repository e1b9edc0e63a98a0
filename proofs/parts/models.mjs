/** @module The models of a connection and of shutdown: SPIN visits all of their states. */

import { checkLane, mutateLane } from '../lane/check.mjs';
import { checkShutdown, mutateShutdown } from '../shutdown/check.mjs';

/** @typedef {import('../run.mjs').Row} Row */

/** @param {(what: string) => void} say @returns {Promise<Row[]>} */
export async function checkModels(say) {
  say('a connection of the fast lane');
  const lane = await checkLane();
  say('the shutdown of a server');
  return [...lane, ...(await checkShutdown())].map(({ model, name, says, holds, states, depth, trail }) => ({
    name,
    says,
    where: placeOf(model),
    result: `${holds ? 'holds' : 'is violated'} in ${states.toLocaleString('en')} states, depth ${depth}`,
    isPassed: holds,
    details: trail.join('\n'),
  }));
}

/** Each claim has to fail where the model leaves out what it is about. @param {(what: string) => void} say @returns {Promise<Row[]>} */
export async function breakModels(say) {
  say('a connection of the fast lane');
  const lane = await mutateLane();
  say('the shutdown of a server');
  return [...lane, ...(await mutateShutdown())].map(({ model, name, holds, omits, depth }) => ({
    name: omits,
    where: placeOf(model),
    result: holds ? `not found by ${name}` : `found by ${name} at depth ${depth}`,
    isPassed: !holds,
  }));
}

/** @param {string} model */
const placeOf = (model) => (model === 'connection' ? 'proofs/lane' : 'proofs/shutdown');
