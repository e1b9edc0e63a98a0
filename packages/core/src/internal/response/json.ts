/** @module Hot: `res.json`. */

import { isThenable } from '@nextpress/semantics/thenable';
import { SETTINGS } from '../../settings.ts';
import { jsonText } from './json-text.ts';
import type { PatchedResponse } from './patched-response.ts';
import { sendText } from './send.ts';
import { promiseError } from './send-instance.ts';

/** `res.json`. */
export function json(this: PatchedResponse, value: unknown): PatchedResponse {
  const text = jsonText(this, value);
  // A promise has no fields.
  if (text === '{}' && isThenable(value) && !this[SETTINGS]?.dialect.isLenient) throw promiseError('json');
  return sendText(this, text, 'application/json; charset=utf-8');
}
