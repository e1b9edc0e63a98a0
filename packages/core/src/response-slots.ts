/** @module Slots of a response that other packages fill: the serializer of `json`, and the payload's hook. */

import type { ServerResponse } from 'node:http';
import { JSON_SERIALIZER as JSON_KEY, PAYLOAD_HOOK as PAYLOAD_KEY } from '@nextpress-internal/internals/keys';

/**
 * Serializes the value of `res.json`, `res.jsonp` and `res.send` for a status code.
 *
 * @returns the JSON text; `undefined` for the default serialization
 */
export type JsonSerializer = (statusCode: number, value: unknown) => string | undefined;

/**
 * The key for a response's {@link JsonSerializer}: assign `res[JSON_SERIALIZER] = serialize` for each request, before
 * the handler. The setting `json escape` also applies to its text; `json replacer` and `json spaces` do not. Shared by
 * all copies of this package.
 *
 * @defaultValue `undefined`: `JSON.stringify`
 */
export const JSON_SERIALIZER: unique symbol = JSON_KEY as never;

/** The body of a response; `null` if it has none. */
export type Payload = string | Uint8Array | null;

/**
 * Returns a replacement payload or a promise of one; `undefined` to send the payload unchanged. Errors go to
 * `req.next`.
 */
export type PayloadHook = (
  payload: Payload,
  res: ServerResponse,
  // biome-ignore lint/suspicious/noConfusingVoidType: an async function that returns nothing is a valid hook.
) => Payload | undefined | void | PromiseLike<Payload | undefined | void>;

/**
 * The key for a response's {@link PayloadHook}: assign `res[PAYLOAD_HOOK] = hook` for each request, before the handler.
 * `json`, `jsonp`, `send`, `sendStatus` and `redirect` pass their payload through it before they set `Content-Length`
 * and `ETag`. While it is running, sending another response throws `ERR_HTTP_HEADERS_SENT`. Shared by all copies of
 * this package.
 *
 * @defaultValue `undefined`
 */
export const PAYLOAD_HOOK: unique symbol = PAYLOAD_KEY as never;

/** The slots of a response with a patched prototype. */
export interface ResponseSlots {
  [JSON_SERIALIZER]: JsonSerializer | undefined;
  [PAYLOAD_HOOK]: PayloadHook | undefined;
}
