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
