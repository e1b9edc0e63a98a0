/** @module Hot: `res.json`. Bench: `pnpm --filter @nextpress/core bench`. */

import type { ServerResponse } from 'node:http';
import { byteLength } from '@nextpress/semantics/byte-length';
import { throwAlreadySent, throwUnserializable } from './response-error.ts';
import { writeResponse } from './write-response.ts';

/** `res.json`. */
export function json<T extends ServerResponse>(this: T, value: unknown): T {
  if (this.headersSent) throwAlreadySent('json');
  const text = stringify(value);
  writeResponse(this, text, byteLength(text), 'application/json; charset=utf-8');
  return this;
}

function stringify(value: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (error) {
    throwUnserializable(error instanceof Error ? error.message : String(error), error);
  }
  return text ?? throwUnserializable(`it is of type ${typeof value}`, undefined);
}
