/** @module What a failed request has sent, without the secrets in it. */

import type { IncomingMessage } from 'node:http';
import { thrownProperty } from '@nextpress/semantics/thrown-value';
import type { FailedRequest } from './error-report.ts';
import { isSecret, MASK, MAX_TEXT, maskText, maskValue } from './secrets.ts';

type Params = FailedRequest['params'];

/** Longer JSON is not parsed. */
const MAX_PARSED = 100_000;

/** The target and the parameters of its path. */
export function sentTarget(target: string, params: Params): Pick<FailedRequest, 'target' | 'params'> {
  return { target: textWithout(params, target), params: (maskValue(params) ?? {}) as Params };
}

export function sentData(
  req: IncomingMessage & { readonly params?: Params },
): Pick<FailedRequest, 'headers' | 'body'> {
  const { headers, params = {} } = req;
  const sent = Object.entries(headers).map(([name, value]) => [
    name,
    isSecret(name) ? MASK : textWithout(params, String(value)),
  ]);
  return { headers: Object.fromEntries(sent), body: textOf(req) };
}

/** Masks a text, including secret parameters in paths. */
function textWithout(params: Params, text: string): string {
  const secrets = Object.entries(params)
    .filter(([name]) => isSecret(name))
    .flatMap(([, value]) => value)
    .filter((value) => typeof value === 'string' && value !== '') as string[];
  const rest = text.replaceAll(/[^/?&=#\s]+/g, (part) => {
    const decoded = decode(part);
    // A short value may be a part of anything.
    return secrets.some((each) => decoded === each || (each.length > 3 && decoded.includes(each)))
      ? MASK
      : part;
  });
  return maskText(rest);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function textOf(req: IncomingMessage): string | undefined {
  const body = thrownProperty(req, 'body');
  if (typeof body !== 'string') return jsonOf(body);
  const { 'content-type': type = '' } = req.headers;
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return maskText(body);
  // The secrets in other texts cannot be recognized.
  if (!/[/+]json\b/i.test(type) || body.length > MAX_PARSED) return `${body.length} characters`;
  return textOfJson(body);
}

function textOfJson(text: string): string | undefined {
  try {
    return jsonOf(JSON.parse(text));
  } catch {
    return `${text.length} characters`;
  }
}

function jsonOf(body: unknown): string | undefined {
  if (ArrayBuffer.isView(body)) return `${body.byteLength} bytes`;
  const size = { left: MAX_TEXT };
  const text = JSON.stringify(maskValue(body, size), undefined, 2);
  if (text === undefined) return undefined;
  return text.length > MAX_TEXT || size.left <= 0 ? `${text.slice(0, MAX_TEXT)}…` : text;
}
