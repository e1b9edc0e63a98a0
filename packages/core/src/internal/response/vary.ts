import { appendVary } from '@nextpress/semantics/vary';
import type { PatchedResponse } from './patched-response.ts';

/** `res.vary`. */
export function vary(this: PatchedResponse, field: string | readonly string[]): PatchedResponse {
  if (!field) throw new TypeError('field argument is required');
  const present = this.getHeader('Vary');
  let value = Array.isArray(present) ? present.join(', ') : present?.toString();
  if (Array.isArray(field)) for (const name of field) value = appendVary(value, name);
  else value = appendVary(value, String(field));
  return value ? this.setHeader('Vary', value) : this;
}
