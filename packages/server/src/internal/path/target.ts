import { pathnameOf } from '@nextpress/core';
import type { Request } from '../../types/application.ts';

/** The target of a request while it is in a mount, whose prefix is removed. */
export interface MountedTarget {
  /** The whole target. */
  readonly outer: string;
  /** The target without the prefix. */
  readonly inner: string;
  readonly prefix: string;
  /** Added to `req.baseUrl`. */
  readonly base: string;
  /** Whether `inner` starts with a slash that is not in the target. */
  readonly isSlashAdded: boolean;
}

/** Removes the first `length` characters of the canonical path from a target. */
export function mountTarget(outer: string, pathname: string, length: number): MountedTarget {
  const { prefix, rest } = splitTarget(outer, pathname, length);
  const isSlashAdded = rest.charAt(0) !== '/';
  return {
    outer,
    inner: isSlashAdded ? `/${rest}` : rest,
    prefix,
    base: prefix.endsWith('/') ? prefix.slice(0, -1) : prefix,
    isSlashAdded,
  };
}

/** Adds the prefix again. Layers inside the mount may have changed the rest, which is then joined exactly as in Express. */
export function joinTarget({ outer, inner, prefix, isSlashAdded }: MountedTarget, rest: string): string {
  if (rest === inner) return outer;
  const isRoot = rest === '/' || rest.startsWith('/?');
  const isSlashDouble = isRoot || (prefix.endsWith('/') && rest.startsWith('/'));
  return prefix + (isSlashAdded && isSlashDouble ? rest.slice(1) : rest);
}

/** Splits the raw target when its path is canonical, otherwise the canonical path with the query as it was sent. */
function splitTarget(target: string, pathname: string, length: number): { prefix: string; rest: string } {
  const query = target.search(/[?#]/);
  const end = query === -1 ? target.length : query;
  const isCanonical = end === pathname.length && target.startsWith(pathname);
  const whole = isCanonical ? target : pathname + target.slice(end);
  return { prefix: whole.slice(0, length), rest: whole.slice(length) };
}

/** The path of the current target; `undefined` when it has none. */
export function pathOf(req: Request): string | undefined {
  try {
    return pathnameOf(req);
  } catch {
    return undefined;
  }
}
