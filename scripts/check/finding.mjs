/**
 * What a check says when something is wrong: where, what, and exactly what to do about it.
 *
 * @typedef {object} Fault
 * @property {string} where
 * @property {string} problem
 * @property {string} remedy
 *
 * @typedef {object} Finding
 * @property {string} facts What was looked at, in a few words.
 * @property {Fault[]} faults
 *
 * @typedef {(workspace: readonly import('../workspace.mjs').Package[]) => Finding | Promise<Finding>} Check
 */

/** @param {Fault} fault */
export function describe({ where, problem, remedy }) {
  return `${where === '' ? '' : `${where}: `}${problem}\n  → ${remedy}`;
}
