import type { ServerResponse } from 'node:http';
import { appendVary } from '@nextpress/semantics/vary';

/** Adds a request header to `Vary`. */
export function addVary(res: ServerResponse, name: string): void {
  const present = res.getHeader('Vary');
  res.setHeader('Vary', appendVary(present === undefined ? undefined : String(present), name));
}
