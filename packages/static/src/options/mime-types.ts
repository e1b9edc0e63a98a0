/** @module Cold: checks the option `mimeTypes`. */

import { withDefaultCharset } from '@nextpress/semantics/content-type';
import { parseMediaType } from '@nextpress/semantics/media-type';
import { invalidOption } from '@nextpress/semantics/options';

/** `Content-Type` by extension, in lower case and without a dot. */
export type MimeTypes = ReadonlyMap<string, string>;

const EXTENSION = /^\.?[^\s./\\]+$/;

/** @throws {TypeError} for an invalid extension or media type */
export function compileMimeTypes(owner: string, value: unknown = {}): MimeTypes {
  if (typeof value !== 'object' || value === null || Symbol.iterator in value) {
    throw invalidOption(owner, 'mimeTypes', "an object such as { mdx: 'text/markdown' }", value);
  }
  return new Map(Object.entries(value).map(([extension, type]) => compile(owner, extension, type)));
}

function compile(owner: string, extension: string, type: unknown): [string, string] {
  if (!EXTENSION.test(extension)) {
    throw invalidOption(owner, 'mimeTypes', 'file extensions such as "mdx"', extension);
  }
  if (typeof type !== 'string' || parseMediaType(type) === undefined) {
    throw invalidOption(owner, `mimeTypes.${extension}`, 'a media type such as "text/plain"', type);
  }
  return [extension.replace('.', '').toLowerCase(), withDefaultCharset(type)];
}
