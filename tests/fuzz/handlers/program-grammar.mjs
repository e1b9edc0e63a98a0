import { manners } from './body.mjs';
import { response } from './response-grammar.mjs';
import { requestEvents, responseEvents } from './state.mjs';
import {
  afterthought,
  field,
  header,
  information,
  inquiry,
  later,
  look,
  rarity,
  reaction,
  step,
  times,
} from './step-grammar.mjs';
import { wraps } from './wrap.mjs';

/**
 * @typedef {import('../random.mjs').Random} Random
 * @typedef {import('./program.mjs').Program} Program
 * @typedef {import('./program.mjs').Step} Step
 * @typedef {import('./value.mjs').Value} Value
 */

/** Makes a program: preparations, usually a response, and late calls. @param {Random} random @returns {Program} */
export function generateProgram(random) {
  return [
    ...(random.chance(0.4) ? watches(random) : []),
    ...(random.chance(0.1) ? [step(['careless'])] : []),
    ...times(random.pick([0, 0, 0, 1, 1, 2]), () => attitude(random)),
    ...preparations(random),
    ...(random.chance(0.93) ? response(random) : []),
    ...times(random.pick([0, 0, 0, 1, 2, 3]), () => afterthought(random)),
  ];
}

/** @param {Random} random @returns {Program} */
function preparations(random) {
  return times(random.pick([0, 0, 1, 1, 2, 3, 4, 6, 9]), () =>
    random.weigh([
      [8, () => header(random)],
      [2, () => inquiry(random)],
      [2, () => field(random)],
      [2, () => later(random)],
      [1, () => look(random)],
      [0.5, () => information(random)],
      [0.3, () => rarity(random)],
    ]),
  );
}

/** Something that shows in how the rest is done. @param {Random} random @returns {Step} */
function attitude(random) {
  return random.weigh([
    [4, () => step(['read', random.pick(manners)])],
    [3, () => step(['wrap', random.pick(wraps)])],
    [2, () => later(random)],
    [2, () => step(['prototype', random.pick(/** @type {const} */ (['req', 'res']))])],
    [2, () => reaction(random)],
  ]);
}

/** @param {Random} random @returns {Program} */
function watches(random) {
  const passive = requestEvents.filter((event) => event !== 'data' && event !== 'readable');
  return [
    ...(random.chance(0.8) ? [step(['watch', 'res', some(random, responseEvents)])] : []),
    ...(random.chance(0.8) ? [step(['watch', 'req', some(random, passive)])] : []),
  ];
}

/** @param {Random} random @param {readonly string[]} events */
function some(random, events) {
  return random.chance(0.6) ? [...events] : events.filter(() => random.chance(0.4));
}
