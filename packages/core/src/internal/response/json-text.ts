/** @module Hot: the text of `res.json` and `res.jsonp`. Bench: `pnpm --filter @nextpress/core bench`. */

import type { JsonSettings } from '../../settings.ts';
import { throwUnserializable } from './response-error.ts';

/**
 * Serialises a value.
 *
 * @throws TypeError `ERR_JSON_UNSERIALIZABLE`
 */
export function jsonText(value: unknown, settings: JsonSettings | undefined): string {
  let text: string | undefined;
  try {
    text = settings === undefined ? JSON.stringify(value) : stringifyAs(value, settings);
  } catch (error) {
    throwUnserializable(error instanceof Error ? error.message : String(error), error);
  }
  return text ?? throwUnserializable(`it is of type ${typeof value}`, undefined);
}

const ESCAPES: Readonly<Record<string, string>> = { '<': '\\u003c', '>': '\\u003e', '&': '\\u0026' };

function stringifyAs(value: unknown, settings: JsonSettings): string | undefined {
  const { replacer, spaces } = settings;
  // Two calls, because the two kinds of replacer are two signatures.
  const text: string | undefined =
    typeof replacer === 'function'
      ? JSON.stringify(value, replacer, spaces)
      : JSON.stringify(value, replacer, spaces);
  return settings.escape ? text?.replace(/[<>&]/g, (char) => ESCAPES[char] ?? char) : text;
}
