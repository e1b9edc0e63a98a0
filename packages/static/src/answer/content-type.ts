/** @module Hot: what a file's name says about its content. */

import { extname } from 'node:path';
import { mediaTypeOf, withDefaultCharset } from '@nextpress/semantics/content-type';

/** The value of `Content-Type` for each extension, in lower case and without a dot, that has another than is usual. */
export type MimeTypes = ReadonlyMap<string, string>;

/** The value of `Content-Type` for a file of that name; for an unknown extension, bytes. */
export function contentTypeOf(path: string, mimeTypes: MimeTypes): string {
  const extension = extname(path).slice(1);
  const own = mimeTypes.size === 0 ? undefined : mimeTypes.get(extension.toLowerCase());
  return own ?? withDefaultCharset(mediaTypeOf(extension) ?? 'application/octet-stream');
}
