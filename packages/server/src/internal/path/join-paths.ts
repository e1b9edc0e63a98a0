import type { Path } from '../../types/values.ts';

/** A pattern that begins with a slash, which may be optional. */
const WITH_SLASH = /^\{?\//;

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
  const separator = stem === '' || rest === '' || WITH_SLASH.test(rest) ? '' : '/';
  return stem + separator + rest || '/';
}

/**
 * Joins a scope's prefix with a path registered in it. Without a prefix, the path stays as it is.
 *
 * @throws TypeError for a regular expression, which would match without the prefix
 */
export function withPrefix(prefix: string, path: Path): Path {
  if (prefix === '') return path;
  const expression = ([path] as unknown[]).flat(Infinity).find((part) => part instanceof RegExp);
  if (expression !== undefined) {
    throw new TypeError(
      `Invalid path in a scope with the prefix "${prefix}": expected a pattern such as '/users/:id', got the regular expression ${expression}: register it in a Router, or in a scope without a prefix`,
    );
  }
  return joinPaths(prefix, withSlash(path ?? ''));
}

/** Joined with `/`, a path without a leading slash would match nothing. */
function withSlash(path: Path): Path {
  if (Array.isArray(path)) return path.map((part: Path) => withSlash(part));
  const pattern = String(path);
  return pattern === '' || WITH_SLASH.test(pattern) ? pattern : `/${pattern}`;
}
