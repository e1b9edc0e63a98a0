/** @module Hot: what a request's `Content-Type` says, read once for matching, for the charset and for refusing. */

import type { IncomingMessage } from 'node:http';
import type { MediaType } from '@nextpress/semantics/media-type';
import { matchesMediaType, parseMediaType } from '@nextpress/semantics/media-type';
import type { BodyError } from './body-error.ts';
import { malformedType, unsupportedCharset } from './body-error.ts';
import type { BodyFormat } from './body-format.ts';
import type { BodySettings } from './body-options.ts';
import type { Charset } from './charset.ts';
import { charsetOf } from './charset.ts';

/** How to read the text; `null` of a format of bytes, whose charset nobody asks for; `undefined`, not a body to parse; or why it is refused. */
export type TypeReading = Charset | null | undefined | (() => BodyError);

/** Reads `Content-Type` for one parser. */
export class TypeReader {
  readonly #format: BodyFormat;
  readonly #settings: BodySettings;
  /** Nearly every client of a server sends one and the same: the last is kept, with what it was found to say. */
  #last: string | undefined;
  #lastReading: TypeReading;

  constructor(format: BodyFormat, settings: BodySettings) {
    this.#format = format;
    this.#settings = settings;
  }

  /** Whether and how the body of the request is parsed. */
  read(req: IncomingMessage): TypeReading {
    const field = req.headers['content-type'];
    if (typeof this.#settings.type === 'function') {
      return this.#settings.type(req) ? this.#readAsked(field) : undefined;
    }
    if (field === undefined) return undefined;
    if (field !== this.#last) {
      this.#lastReading = this.#readField(field, this.#settings.type);
      this.#last = field;
    }
    return this.#lastReading;
  }

  /** A function has said that it is one to parse; by which charset, only the field can tell. */
  #readAsked(field: string | undefined): TypeReading {
    if (field === undefined || field === '') return this.#settings.defaultCharset ?? null;
    const type = parseMediaType(field);
    return type === undefined ? malformedType : this.#charsetOf(type);
  }

  #readField(field: string, patterns: readonly string[]): TypeReading {
    if (field === '') return undefined;
    const type = parseMediaType(field);
    if (type !== undefined) return matchesAny(type, patterns) ? this.#charsetOf(type) : undefined;
    // Only its parameters may be malformed, and it says all the same that the body is somebody else's.
    const essence = parseMediaType(field.split(';', 1)[0] ?? '');
    return essence === undefined || matchesAny(essence, patterns) ? malformedType : undefined;
  }

  #charsetOf(type: MediaType): TypeReading {
    const { charsets } = this.#format;
    if (charsets === undefined) return null;
    const name = type.parameters.get('charset');
    if (name === undefined) return this.#settings.defaultCharset;
    const charset = charsetOf(name);
    return charset !== undefined && (charsets === 'any' || charsets.includes(charset.name))
      ? charset
      : () => unsupportedCharset(name);
  }
}

function matchesAny(type: MediaType, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => matchesMediaType(type, pattern));
}
