/**
 * What a fault can act on.
 *
 * @typedef {object} Scene
 * @property {readonly import('../instance.mjs').Instance[]} instances
 * @property {import('../upstream.mjs').Upstream} upstream
 * @property {import('../tally.mjs').Tally} tally
 * @property {import('../requests.mjs').Random} random
 * @property {number} milliseconds How long the fault lasts.
 * @property {string | undefined} disk A folder on a disk that can be filled.
 *
 * @typedef {object} Fault
 * @property {string} name
 * @property {string} about
 * @property {(scene: Scene) => string | undefined} [whyNot] Why it cannot be injected here.
 * @property {boolean} [cutsResponses] Whether a request may be carried out and get no response.
 * @property {(scene: Scene) => Promise<void>} inject Resolves when the fault is over.
 */

/** Runs steps one after the other until the time is over. @param {number} milliseconds @param {(step: number) => Promise<unknown>} run */
export async function repeatFor(milliseconds, run) {
  const end = performance.now() + milliseconds;
  for (let step = 0; performance.now() < end; step++) await run(step);
}

/** @template Item @param {readonly Item[]} items @param {number} step @returns {Item} */
export function inTurn(items, step) {
  return /** @type {Item} */ (items[step % items.length]);
}
