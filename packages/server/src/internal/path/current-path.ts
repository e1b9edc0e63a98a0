import { pathnameOf } from '@nextpress/core';
import type { Request } from '../../types/application.ts';

/** The path of the current target; `undefined` when it has none. */
export function pathOf(req: Request): string | undefined {
  try {
    return pathnameOf(req);
  } catch {
    return undefined;
  }
}

/** A target for which no layer of Express runs. Any other target runs its guards there, so it must not pass without them. */
export function hasNoPath(url: unknown): boolean {
  return typeof url !== 'string' || /^(?:[?#]|$)/.test(url);
}
