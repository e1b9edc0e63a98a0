import type { Path } from '../../types/values.ts';

/**
 * Joins a mount prefix with a path below it, for hooks and messages. Lists are combined. A regular expression cannot be joined
 * and stays as it was registered.
 */
export function joinPaths(prefix: Path, path: Path): Path {
  if (Array.isArray(prefix)) return prefix.flatMap((part: Path) => joinPaths(part, path));
  if (Array.isArray(path)) return path.flatMap((part: Path) => joinPaths(prefix, part));
  if (path instanceof RegExp) return path;
  if (prefix instanceof RegExp) return prefix;
  return joinPatterns(String(prefix), String(path));
}

function joinPatterns(prefix: string, pattern: string): string {
  const stem = prefix.endsWith('/') ? prefix.slice(0, -1) : prefix;
  const rest = pattern === '/' ? '' : pattern;
  return stem + rest || '/';
}

/**
 * Adds the prefix of a scope to a path that is registered in it.
 *
 * @throws TypeError for a regular expression, which cannot be joined with a prefix
 */
export function withPrefix(prefix: string, path: Path): Path {
  if (prefix === '') return path;
  if (Array.isArray(path)) return path.map((part) => withPrefix(prefix, part as Path));
  if (path instanceof RegExp) {
    throw new TypeError(
      `Invalid path in a scope with the prefix "${prefix}": expected a pattern such as '/users/:id', got the regular expression ${path}: register it in a Router, or in a scope without a prefix`,
    );
  }
  if (typeof path !== 'string' || path === '' || path === '/') return prefix;
  return /^\{?\//.test(path) ? prefix + path : `${prefix}/${path}`;
}
