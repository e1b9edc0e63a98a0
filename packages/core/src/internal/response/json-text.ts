/** @module Hot: serializes for `res.json` and `res.jsonp`. */

import { JSON_SERIALIZER } from '../../response-slots.ts';
import { type JsonSettings, SETTINGS } from '../../settings.ts';
import type { PatchedResponse } from './patched-response.ts';

/** Serializes a value; `undefined` for functions and `undefined`. */
export function jsonText(res: PatchedResponse, value: unknown): string | undefined {
  const { json } = res[SETTINGS];
  const serializer = res[JSON_SERIALIZER];
  if (serializer !== undefined) {
    const text = serializer(res.statusCode, value);
    if (text !== undefined) return json?.escape ? escapeText(text) : text;
  }
  return json === undefined ? JSON.stringify(value) : stringifyAs(value, json);
}

const ESCAPES: Readonly<Record<string, string>> = { '<': '\\u003c', '>': '\\u003e', '&': '\\u0026' };

function stringifyAs(value: unknown, settings: JsonSettings): string | undefined {
  const { replacer, spaces } = settings;
  // Two calls, because TypeScript has a separate signature for each kind of replacer.
  const text: string | undefined =
    typeof replacer === 'function'
      ? JSON.stringify(value, replacer, spaces)
      : JSON.stringify(value, replacer, spaces);
  return settings.escape && text !== undefined ? escapeText(text) : text;
}

function escapeText(text: string): string {
  return text.replace(/[<>&]/g, (char) => ESCAPES[char] ?? char);
}
