/** @module Hot: an answer of `json` and `send`, with the `ETag` and the 304 that Express gives it. Bench: `pnpm --filter @nextpress/core bench`. */

import { type EntityTagger, SETTINGS } from '../../settings.ts';
import { isFresh } from '../freshness.ts';
import type { HelpedResponse } from './helped-response.ts';
import { hasNoFields, isSet } from './sent-fields.ts';
import { endWith, hasNoContent, writeResponse, writeWithoutContent } from './write-response.ts';

/**
 * Sends head and content, or 304 to a client that has them. Without a validator on the response and the `etag` setting
 * the request isn't looked at.
 *
 * @param content - `undefined` sends `Content-Length: 0` and no content
 * @param length - of the content, in bytes
 * @param defaultType - for a response whose `Content-Type` isn't set
 */
export function writeAnswer(
  res: HelpedResponse,
  content: string | Uint8Array | undefined,
  length: number,
  defaultType: string | undefined,
): void {
  const { statusCode } = res;
  const { etag } = res[SETTINGS];
  const isBare = hasNoFields(res);
  if (etag !== undefined || (!isBare && (isSet(res, 'etag') || isSet(res, 'last-modified')))) {
    writeConditional(res, content, length, defaultType, etag);
  } else if (!isBare || defaultType === undefined || hasNoContent(statusCode)) {
    writeResponse(res, content, length, defaultType);
  } else {
    res.writeHead(statusCode, { 'Content-Type': defaultType, 'Content-Length': length });
    endWith(res, content, length);
  }
}

function writeConditional(
  res: HelpedResponse,
  content: string | Uint8Array | undefined,
  length: number,
  defaultType: string | undefined,
  etag: EntityTagger | undefined,
): void {
  const own = res.getHeader('etag');
  const made = own || content === undefined || etag === undefined ? undefined : etag(content);
  // A tagger of the application's own may decide to give none.
  const tag = made || undefined;
  if (isFresh(res.req, res.statusCode, tag ?? own, res.getHeader('last-modified'))) {
    writeWithoutContent(res, 304, tag);
  } else writeResponse(res, content, length, defaultType, tag);
}
