/** @module Hot: the media type of a file, by its extension. */

import { extname } from 'node:path';
import { mediaTypeOf, withDefaultCharset } from '@nextpress/semantics/content-type';

/** `Content-Type` by extension, in lower case and without a dot. */
export type MimeTypes = ReadonlyMap<string, string>;

/** @param mimeTypes - overrides of the user */
export function contentTypeOf(path: string, mimeTypes: MimeTypes): string {
  const extension = extname(path).slice(1);
  const own = mimeTypes.size === 0 ? undefined : mimeTypes.get(extension.toLowerCase());
  return own ?? withDefaultCharset(mediaTypeOf(extension) ?? 'application/octet-stream');
}
