/** @module The slots of a response that other packages fill: what `json` serializes with, and what its payload passes through. */

import type { ServerResponse } from 'node:http';
import { JSON_SERIALIZER as JSON_KEY, PAYLOAD_HOOK as PAYLOAD_KEY } from '@nextpress-internal/internals/keys';

/**
 * Serializes the value of `res.json`, `res.jsonp` and `res.send` for a status code.
 *
 * @returns the JSON text; `undefined` to serialize as without it
 */
export type JsonSerializer = (statusCode: number, value: unknown) => string | undefined;

/**
 * The key of a response under which its {@link JsonSerializer} is assigned: `res[JSON_SERIALIZER] = serialize`, for each
 * request, before the handler. The setting `json escape` also applies to its text; `json replacer` and `json spaces` do not.
 * Shared by all copies of this package.
 *
 * @defaultValue `undefined`: `JSON.stringify`
 */
export const JSON_SERIALIZER: unique symbol = JSON_KEY as never;

/** The body of a response; `null` when it has none. */
export type Payload = string | Uint8Array | null;

/**
 * Returns the payload to send instead of another, or a promise of it; `undefined` to send it unchanged. A throw or a rejection
 * goes to `req.next`.
 */
export type PayloadHook = (
  payload: Payload,
  res: ServerResponse,
  // biome-ignore lint/suspicious/noConfusingVoidType: an async function that returns nothing is a valid hook.
) => Payload | undefined | void | PromiseLike<Payload | undefined | void>;

/**
 * The key of a response under which its {@link PayloadHook} is assigned: `res[PAYLOAD_HOOK] = hook`, for each request, before the
 * handler. `json`, `jsonp`, `send`, `sendStatus` and `redirect` pass their payload through it before they set `Content-Length`
 * and `ETag`. While it is running, another response is the error `ERR_HTTP_HEADERS_SENT`. Shared by all copies of this package.
 *
 * @defaultValue `undefined`
 */
export const PAYLOAD_HOOK: unique symbol = PAYLOAD_KEY as never;

/** The slots of a response with a patched prototype. */
export interface ResponseSlots {
  [JSON_SERIALIZER]: JsonSerializer | undefined;
  [PAYLOAD_HOOK]: PayloadHook | undefined;
}
