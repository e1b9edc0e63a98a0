import { mediaTypeOf, withDefaultCharset } from '@nextpress/semantics/content-type';

/**
 * The value of `Content-Type` for a media type or a file extension, as Express determines it. `false` for an unknown
 * extension, which Express sends as text.
 */
export function contentTypeOf(value: string): string | false {
  const type = value.includes('/') ? value : mediaTypeOf(value);
  return type === undefined ? false : withDefaultCharset(type);
}
