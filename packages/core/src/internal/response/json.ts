/** @module Hot: `res.json`. */

import { jsonText } from './json-text.ts';
import type { PatchedResponse } from './patched-response.ts';
import { sendText } from './send.ts';

/** `res.json`. */
export function json(this: PatchedResponse, value: unknown): PatchedResponse {
  return sendText(this, jsonText(this, value), 'application/json; charset=utf-8');
}
