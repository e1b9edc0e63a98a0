import { encodeLocation } from './encode-location.ts';
import type { PatchedResponse } from './patched-response.ts';
import { setContentHeader } from './write-response.ts';

/** `res.location`. */
export function location(this: PatchedResponse, url: string | URL): PatchedResponse {
  return setContentHeader(this, 'Location', encodeLocation(String(url)));
}
