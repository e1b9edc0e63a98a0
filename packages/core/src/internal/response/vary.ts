import { appendVary } from '@nextpress/semantics/vary';
import type { PatchedResponse } from './patched-response.ts';

/** `res.vary`. */
export function vary(this: PatchedResponse, header: string | readonly string[]): PatchedResponse {
  if (!header) throw new TypeError('field argument is required');
  const present = this.getHeader('Vary');
  let value = Array.isArray(present) ? present.join(', ') : present?.toString();
  if (Array.isArray(header)) for (const name of header) value = appendVary(value, name);
  else value = appendVary(value, String(header));
  return value ? this.setHeader('Vary', value) : this;
}
