/** @module `res.writeEarlyHints`, which does not check its values in Node 20 and 22: a line break in one would begin another response. */

import { ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';

const { writeEarlyHints: writeUnchecked } = ServerResponse.prototype;

type Hints = Parameters<ServerResponse['writeEarlyHints']>[0];

/** @throws TypeError for an invalid name or value */
export function writeEarlyHints(this: ServerResponse, hints: Hints, callback?: () => void): void {
  writeUnchecked.call(this, typeof hints === 'object' && hints !== null ? checked(hints) : hints, callback);
}

/** Returns a copy, because a getter could return another value to Node. */
function checked(hints: Hints): Hints {
  const copy: Hints = Object.create(null);
  for (const [name, value] of Object.entries(hints) as [string, unknown][]) {
    // Node ignores hints without links.
    if (name === 'link' && (value === undefined || value === null)) continue;
    validateHeaderName(name);
    const texts = (Array.isArray(value) ? value : [value]).map((each) => checkedText(name, each));
    copy[name] = Array.isArray(value) ? texts : (texts[0] as string);
  }
  return copy;
}

function checkedText(name: string, value: unknown): string {
  if (value === undefined) validateHeaderValue(name, value as never);
  const text = String(value);
  validateHeaderValue(name, text);
  return text;
}
