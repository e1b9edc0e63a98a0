/** @module The headers and the body of a failed request, without the secrets in them. */

import type { IncomingMessage } from 'node:http';
import { thrownProperty } from '@nextpress/semantics/thrown-value';
import type { FailedRequest } from './error-report.ts';

/** Names of headers and fields whose values are secrets. */
const SECRET =
  /authorization|cookie|passw|passphrase|passcode|secret|token|api[-_]?key|private[-_]?key|credential|session|[cx]srf/i;

const MASK = '[masked]';

/** Longer bodies are cut. */
const MAX_BODY = 10_000;

export function sentData(req: IncomingMessage): Pick<FailedRequest, 'headers' | 'body'> {
  const headers = Object.entries(req.headers).map(([name, value]) => [
    name,
    SECRET.test(name) ? MASK : String(value),
  ]);
  return { headers: Object.fromEntries(headers), body: textOf(thrownProperty(req, 'body')) };
}

function textOf(body: unknown): string | undefined {
  if (ArrayBuffer.isView(body)) return `${body.byteLength} bytes`;
  const text = typeof body === 'string' ? body : jsonOf(body);
  return text !== undefined && text.length > MAX_BODY ? `${text.slice(0, MAX_BODY)}…` : text;
}

function jsonOf(body: unknown): string | undefined {
  try {
    return JSON.stringify(body, (name, value) => (SECRET.test(name) ? MASK : value), 2);
  } catch {
    // Parsers may make anything, such as a circle.
    return undefined;
  }
}
