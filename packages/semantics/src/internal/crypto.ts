/**
 * `node:crypto`, asked for when something is hashed. Importing it takes 6 ms: an import reads every export, also those that
 * Node makes on demand.
 */
export function crypto(): typeof import('node:crypto') {
  return process.getBuiltinModule('node:crypto');
}
