import { shown } from '../shown.ts';
import { encodeLocation } from './encode-location.ts';
import type { HelpedResponse } from './helped-response.ts';

/** `res.location`. */
export function location(this: HelpedResponse, url: string | URL): HelpedResponse {
  this.setHeader('Location', locationOf(url, 'res.location() takes a URL'));
  return this;
}

/** The value of `Location` for a target; `usage` begins the message of the error when it is none. */
export function locationOf(url: unknown, usage: string): string {
  if (typeof url === 'string') return encodeLocation(url);
  if (url instanceof URL) return encodeLocation(url.href);
  throw new TypeError(`${usage}; got ${shown(url)} for the url: write a string or a URL object.`);
}
