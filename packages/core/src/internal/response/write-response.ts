/** @module Hot: how a helper's answer leaves, whatever is set already: by one `writeHead` and one `end`. Bench: `pnpm --filter @nextpress/core bench`. */

import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { withUtf8 } from './content-type.ts';

/**
 * Sends head and content. Everything that can fail has to have failed before.
 *
 * @param content - `undefined` sends `Content-Length: 0` and no content
 * @param length - of the content, in bytes
 * @param defaultType - for a response whose `Content-Type` isn't set
 * @param entityTag - for a response that has none
 */
export function writeResponse(
  res: ServerResponse,
  content: string | Uint8Array | undefined,
  length: number,
  defaultType: string | undefined,
  entityTag?: string,
): void {
  const { statusCode } = res;
  if (hasNoContent(statusCode)) {
    writeWithoutContent(res, statusCode, entityTag);
    return;
  }
  const type = res.getHeader('Content-Type');
  const fields: OutgoingHttpHeaders =
    type === undefined && defaultType !== undefined && res.getHeader('Transfer-Encoding') === undefined
      ? { 'Content-Type': defaultType, 'Content-Length': String(length) }
      : remainingFields(res, content, length, type ?? defaultType);
  if (entityTag !== undefined) fields.ETag = entityTag;
  res.writeHead(statusCode, fields);
  endWith(res, content, length);
}

/** The fields of the content where some are set already. */
function remainingFields(
  res: ServerResponse,
  content: string | Uint8Array | undefined,
  length: number,
  type: OutgoingHttpHeaders[string],
): OutgoingHttpHeaders {
  const fields: OutgoingHttpHeaders = {};
  if (type !== undefined) {
    fields['Content-Type'] = typeof content === 'string' && typeof type === 'string' ? withUtf8(type) : type;
  }
  // A message has one or the other (RFC 9112 §6.2).
  if (res.getHeader('Transfer-Encoding') === undefined) fields['Content-Length'] = String(length);
  return fields;
}

/** Node drops the content of an answer to HEAD, or throws, by an option of the server: it is not given any. */
export function endWith(res: ServerResponse, content: string | Uint8Array | undefined, length: number): void {
  if (length === 0 || res.req.method === 'HEAD') res.end();
  else res.end(content);
}

/** Whether a status rules content out (RFC 9110 §6.4.1), or has an empty one (205). */
export function hasNoContent(statusCode: number): boolean {
  return statusCode === 204 || statusCode === 304 || statusCode === 205 || statusCode < 200;
}

export function writeWithoutContent(res: ServerResponse, statusCode: number, entityTag?: string): void {
  const fields: OutgoingHttpHeaders = entityTag === undefined ? {} : { ETag: entityTag };
  res.removeHeader('Transfer-Encoding');
  if (statusCode === 205) {
    fields['Content-Length'] = 0;
  } else {
    res.removeHeader('Content-Type');
    res.removeHeader('Content-Length');
  }
  res.writeHead(statusCode, fields);
  res.end();
}
