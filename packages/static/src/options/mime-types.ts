/** @module Cold: the option `mimeTypes`, checked. */

import { withDefaultCharset } from '@nextpress/semantics/content-type';
import { parseMediaType } from '@nextpress/semantics/media-type';
import type { MimeTypes } from '../answer/content-type.ts';
import { quote } from './option-value.ts';

const EXTENSION = /^\.?[^\s./\\]+$/;

/**
 * The values of `Content-Type` that an application wants for some extensions, with or without their dot.
 *
 * @throws {TypeError} naming what is no extension or no media type
 */
export function compileMimeTypes(owner: string, value: unknown = {}): MimeTypes {
  if (typeof value !== 'object' || value === null || Symbol.iterator in value) {
    throw new TypeError(
      `${owner}: option "mimeTypes" is ${quote(value)}; write an object such as { mdx: 'text/markdown' }`,
    );
  }
  return new Map(Object.entries(value).map(([extension, type]) => compile(owner, extension, type)));
}

function compile(owner: string, extension: string, type: unknown): [string, string] {
  if (!EXTENSION.test(extension)) {
    throw new TypeError(
      `${owner}: option "mimeTypes" has ${quote(extension)}; write what stands behind a name's last dot`,
    );
  }
  if (typeof type !== 'string' || parseMediaType(type) === undefined) {
    throw new TypeError(
      `${owner}: option "mimeTypes" has ${quote(type)} for ${quote(extension)}; write a media type such as 'text/plain'`,
    );
  }
  return [extension.replace('.', '').toLowerCase(), withDefaultCharset(type)];
}
