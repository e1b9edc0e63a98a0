import { SETTINGS } from '../../settings.ts';
import type { HelpedResponse } from './helped-response.ts';
import { jsonText } from './json-text.ts';
import { sendText } from './send.ts';

/** What a callback's name can't hold. What is left can only name or call something. */
const NOT_IN_NAME = /[^\w$.[\]]/g;

/** Two characters that end a line in old JavaScript, but not in JSON. */
const LINE_END = /[\u2028\u2029]/g;

const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

/** `res.jsonp`. */
export function jsonp(this: HelpedResponse, value: unknown): HelpedResponse {
  const settings = this[SETTINGS];
  const text = jsonText(value, settings.json);
  const name = callbackOf(this, settings.jsonpCallback);
  if (name === undefined) {
    if (!this.getHeader('Content-Type')) this.setHeader('X-Content-Type-Options', 'nosniff');
    return sendText(this, text, 'application/json; charset=utf-8');
  }
  this.setHeader('X-Content-Type-Options', 'nosniff');
  this.setHeader('Content-Type', SCRIPT_TYPE);
  const argument = (text ?? '').replace(LINE_END, (char) => (char === '\u2028' ? '\\u2028' : '\\u2029'));
  // The comment keeps the response from being taken for a Flash file, whose first bytes an attacker would choose.
  return sendText(this, `/**/ typeof ${name} === 'function' && ${name}(${argument});`, SCRIPT_TYPE);
}

function callbackOf(res: HelpedResponse, parameter: string): string | undefined {
  const { query } = res.req as unknown as { query: Readonly<Record<string, unknown>> | undefined };
  const value = query?.[parameter];
  const name: unknown = Array.isArray(value) ? value[0] : value;
  return typeof name === 'string' && name !== '' ? name.replace(NOT_IN_NAME, '') : undefined;
}
