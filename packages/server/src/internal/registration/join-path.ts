import type { Path } from '../../types/values.ts';

/**
 * Adds the prefix of a scope to a path.
 *
 * @throws TypeError for a regular expression, which cannot be joined with a prefix
 */
export function joinPath(prefix: string, path: Path): Path {
  if (prefix === '') return path;
  if (Array.isArray(path)) return path.map((part) => joinPath(prefix, part as Path));
  if (path instanceof RegExp) {
    throw new TypeError(
      `Invalid path in a scope with the prefix "${prefix}": expected a pattern such as '/users/:id', got the regular expression ${path}: register it in a Router, or in a scope without a prefix`,
    );
  }
  if (typeof path !== 'string' || path === '' || path === '/') return prefix;
  return /^\{?\//.test(path) ? prefix + path : `${prefix}/${path}`;
}
