import { encodeLocation } from './encode-location.ts';
import type { HelpedResponse } from './helped-response.ts';

/** `res.location`. */
export function location(this: HelpedResponse, url: string | URL): HelpedResponse {
  return this.setHeader('Location', encodeLocation(String(url)));
}
