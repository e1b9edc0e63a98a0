/** @module The fields of a request that its answer depends on. */

import type { ServerResponse } from 'node:http';
import { appendVary } from '@nextpress/semantics/vary';

/** Says that another value of that field might have got another answer. */
export function addVary(res: ServerResponse, field: string): void {
  const present = res.getHeader('Vary');
  res.setHeader('Vary', appendVary(present === undefined ? undefined : String(present), field));
}
