/** @module Hot: `res.json`. Bench: `pnpm --filter @nextpress/core bench`. */

import { SETTINGS } from '../../settings.ts';
import type { HelpedResponse } from './helped-response.ts';
import { jsonText } from './json-text.ts';
import { sendText } from './send.ts';

/** `res.json`. */
export function json(this: HelpedResponse, value: unknown): HelpedResponse {
  return sendText(this, jsonText(value, this[SETTINGS].json), 'application/json; charset=utf-8');
}
