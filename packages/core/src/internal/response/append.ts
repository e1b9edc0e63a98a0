import type { FieldValue } from '../../response-helpers.ts';
import type { PatchedResponse } from './patched-response.ts';
import { isContentType, setHeaders } from './response-headers.ts';

/** `res.append`. */
export function append(this: PatchedResponse, name: string, value?: FieldValue): PatchedResponse {
  const present = this.get(name) as ReturnType<PatchedResponse['getHeader']>;
  // An empty value counts as missing, as in Express.
  if (!present) return this.set(name, value as FieldValue);
  if (
    typeof present === 'string' &&
    typeof value === 'string' &&
    this.set === setHeaders &&
    !isContentType(name)
  ) {
    return this.setHeader(name, [present, value]);
  }
  return this.set(name, [present, value as string].flat());
}
