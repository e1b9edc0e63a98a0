/** @module Hot: the media type of a file, by its extension. */

import { extname } from 'node:path';
import { mediaTypeOf, withDefaultCharset } from '@nextpress/semantics/content-type';
import type { MimeTypes } from '../options/mime-types.ts';

interface ContentTypeSettings {
  readonly mimeTypes: MimeTypes;
  readonly likeSend: 4 | 5 | false;
}

/**
 * @param mimeTypes - overrides of the user
 * @param likeSend - the version of Express whose spelling of the charset is sent
 */
export function contentTypeOf(path: string, { mimeTypes, likeSend }: ContentTypeSettings): string {
  const extension = extname(path).slice(1);
  const own = mimeTypes.size === 0 ? undefined : mimeTypes.get(extension.toLowerCase());
  if (own !== undefined) return own;
  const type = withDefaultCharset(mediaTypeOf(extension) ?? 'application/octet-stream');
  return likeSend === 4 ? type.replace('utf-8', 'UTF-8') : type;
}
