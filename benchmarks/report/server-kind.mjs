/**
 * Whom a server is compared with: `bare` is Node without a framework and what lies below it, `library` a framework or
 * a middleware on Node, `elsewhere` what people leave Node for.
 *
 * @typedef {'own' | 'bare' | 'library' | 'elsewhere'} ServerKind
 */

/** The server whose place is told. */
export const own = 'nextpress';

/** @param {{ name: string, runtime: string }} server @returns {ServerKind} */
export function kindOf({ name, runtime }) {
  if (name === own || name.startsWith(`${own}-`)) return 'own';
  // Node starts nginx, and no more.
  if (name === 'nginx' || !/^node\b/i.test(runtime)) return 'elsewhere';
  return /^(?:node-http|net-)/.test(name) ? 'bare' : 'library';
}
