/**
 * A problem that a check has found: where it is, what is wrong and what to do.
 *
 * @typedef {object} Problem
 * @property {string} where
 * @property {string} problem
 * @property {string} remedy
 *
 * @typedef {object} Finding
 * @property {string} facts What has been checked, in a few words.
 * @property {Problem[]} problems
 *
 * @typedef {(workspace: readonly import('../workspace.mjs').Package[]) => Finding | Promise<Finding>} Check
 */

/** @param {Problem} problem */
export function describe({ where, problem, remedy }) {
  return `${where === '' ? '' : `${where}: `}${problem}\n  → ${remedy}`;
}
