/** @module Hot: `res.json`. */

import { SETTINGS } from '../../settings.ts';
import { jsonText } from './json-text.ts';
import type { PatchedResponse } from './patched-response.ts';
import { sendText } from './send.ts';

/** `res.json`. */
export function json(this: PatchedResponse, value: unknown): PatchedResponse {
  return sendText(this, jsonText(value, this[SETTINGS].json), 'application/json; charset=utf-8');
}
