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
