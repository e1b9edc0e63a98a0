import { encodeLocation } from './encode-location.ts';
import type { PatchedResponse } from './patched-response.ts';

/** `res.location`. */
export function location(this: PatchedResponse, url: string | URL): PatchedResponse {
  return this.setHeader('Location', encodeLocation(String(url)));
}
