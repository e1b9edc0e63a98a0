import { SETTINGS } from '../../settings.ts';
import { jsonText } from './json-text.ts';
import type { PatchedResponse } from './patched-response.ts';

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
