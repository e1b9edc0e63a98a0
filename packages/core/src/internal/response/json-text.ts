/** @module Hot: serializes for `res.json` and `res.jsonp`. */

import type { JsonSettings } from '../../settings.ts';

/** Serializes a value; `undefined` for functions and `undefined`. */
export function jsonText(value: unknown, settings: JsonSettings | undefined): string | undefined {
  return settings === undefined ? JSON.stringify(value) : stringifyAs(value, settings);
}

const ESCAPES: Readonly<Record<string, string>> = { '<': '\\u003c', '>': '\\u003e', '&': '\\u0026' };

function stringifyAs(value: unknown, settings: JsonSettings): string | undefined {
  const { replacer, spaces } = settings;
  // Two calls, because TypeScript has one signature for each kind of replacer.
  const text: string | undefined =
    typeof replacer === 'function'
      ? JSON.stringify(value, replacer, spaces)
      : JSON.stringify(value, replacer, spaces);
  return settings.escape ? text?.replace(/[<>&]/g, (char) => ESCAPES[char] ?? char) : text;
}
