/** @module Hot: whether a request's `Content-Type` is one to parse, and in which charset. */

import type { IncomingMessage } from 'node:http';
import type { MediaType } from '@nextpress/semantics/media-type';
import { matchesMediaType, parseMediaType } from '@nextpress/semantics/media-type';
import type { BodyFormat } from './body-format.ts';
import type { BodySettings } from './body-options.ts';
import type { Charset } from './charset.ts';
import { charsetOf } from './charset.ts';
import { charsetParameter, essenceOf } from './content-type-field.ts';

/** The charset of a text; its label where it is not supported; `null` for a format of bytes; `undefined` for a body of another type. */
export type TypeReading = Charset | string | null | undefined;

/** Reads `Content-Type` for one parser. */
export class TypeReader {
  readonly #format: BodyFormat;
  readonly #settings: BodySettings;
  /** Most clients of a server send the same field, so the last one is cached. */
  #last: string | undefined;
  #lastReading: TypeReading;

  constructor(format: BodyFormat, settings: BodySettings) {
    this.#format = format;
    this.#settings = settings;
  }

  /** Whether and how to parse the body of the request. */
  read(req: IncomingMessage): TypeReading {
    const field = req.headers['content-type'];
    const { type } = this.#settings;
    if (typeof type === 'function') return type(req) ? this.#charsetOf(field ?? '') : undefined;
    if (field === undefined) return undefined;
    if (field !== this.#last) {
      const mediaType = parseMediaType(essenceOf(field));
      const isOurs = mediaType !== undefined && matchesAny(mediaType, type);
      this.#lastReading = isOurs ? this.#charsetOf(field) : undefined;
      this.#last = field;
    }
    return this.#lastReading;
  }

  #charsetOf(field: string): TypeReading {
    const { charsets } = this.#format;
    if (charsets === undefined) return null;
    const label = charsetParameter(field);
    if (label === undefined) return this.#settings.defaultCharset;
    return charsets === 'any' || charsets.includes(label) ? (charsetOf(label) ?? label) : label;
  }
}

function matchesAny(type: MediaType, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => matchesMediaType(type, pattern));
}
