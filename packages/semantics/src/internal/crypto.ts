/**
 * Loads `node:crypto` on first use. A static import would take 6 ms, because it initializes exports that Node creates
 * lazily.
 */
export function crypto(): typeof import('node:crypto') {
  return process.getBuiltinModule('node:crypto');
}
