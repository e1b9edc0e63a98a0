/** @module What `Content-Type` is set to, as Express decides it. */

import { mediaTypeOf, withDefaultCharset } from '@nextpress/semantics/content-type';

/**
 * The value for a media type or a file extension, with a charset where the type has one by default and none is named;
 * `false`, which Express sends as text, for an extension that isn't known.
 */
export function contentTypeOf(value: string): string | false {
  const type = value.includes('/') ? value : mediaTypeOf(value);
  return type === undefined ? false : withDefaultCharset(type);
}
