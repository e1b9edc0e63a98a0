/** @module Hot: `res.json`. */

import { isThenable } from '@nextpress/semantics/thenable';
import { JSON_SERIALIZER } from '../../response-slots.ts';
import { type JsonSettings, SETTINGS } from '../../settings.ts';
import type { PatchedResponse } from '../patched-messages.ts';
import { sendText } from './send.ts';
import { promiseError } from './send-instance.ts';

/** `res.json`. */
export function json(this: PatchedResponse, value: unknown): PatchedResponse {
  const text = jsonText(this, value);
  // A promise has no fields.
  if (text === '{}' && isThenable(value) && !this[SETTINGS]?.dialect.isLenient) throw promiseError('json');
  return sendText(this, text, 'application/json; charset=utf-8');
}

/** Characters that are removed from the name of the callback. */
const NOT_IN_NAME = /[^\w$.[\]]/g;

/** Line terminators in old JavaScript that are allowed in JSON. */
const LINE_END = /[\u2028\u2029]/g;

/** `res.jsonp`. */
export function jsonp(this: PatchedResponse, value: unknown): PatchedResponse {
  const text = jsonText(this, value);
  const name = callbackOf(this, this[SETTINGS].jsonpCallback);
  if (!this.get('Content-Type')) {
    this.set('X-Content-Type-Options', 'nosniff');
    this.set('Content-Type', 'application/json');
  }
  if (name === undefined) return this.send(text);
  this.set('X-Content-Type-Options', 'nosniff');
  this.set('Content-Type', 'text/javascript');
  const argument = (text ?? '').replace(LINE_END, (char) => (char === '\u2028' ? '\\u2028' : '\\u2029'));
  // The comment prevents an attacker from choosing the first bytes, which could make the response a Flash file.
  return this.send(`/**/ typeof ${name} === 'function' && ${name}(${argument});`);
}

function callbackOf(res: PatchedResponse, parameter: string): string | undefined {
  const { query } = res.req as unknown as { query: Readonly<Record<string, unknown>> | undefined };
  const value = query?.[parameter];
  const name: unknown = Array.isArray(value) ? value[0] : value;
  return typeof name === 'string' && name !== '' ? name.replace(NOT_IN_NAME, '') : undefined;
}

/** Serializes a value; `undefined` for functions and `undefined`. */
function jsonText(res: PatchedResponse, value: unknown): string | undefined {
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
