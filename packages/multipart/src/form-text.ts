/** @module Decodes the text of a form. */

import { isAscii } from 'node:buffer';
import { type Charset, charsetOf } from '@nextpress/body/charset';
import { malformed } from './multipart-error.ts';

/** The field that names the charset of the form (RFC 7578 §4.6). */
export const CHARSET_FIELD = '_charset_';

/** Decodes the text of one form: in the charset of the part, else in that of the form, else as UTF-8. */
export class FormText {
  #default: string | undefined;
  /** Whether UTF-8 was assumed for bytes that another charset would decode differently. */
  #isAssumed = false;

  /** @throws {BodyError} for an unknown charset */
  decode(bytes: Buffer, charset: string | undefined = this.#default): string {
    if (charset !== undefined) return find(charset).decode(bytes);
    if (isAscii(bytes)) return bytes.toString('latin1');
    this.#isAssumed = true;
    return bytes.toString('utf8');
  }

  /** Decodes the value of a parameter. Forms escape only quotes and line ends: `%22`, `%0D` and `%0A`. */
  decodeParameter(latin1: string): string {
    const bytes = Buffer.from(latin1, 'latin1');
    const text = isAscii(bytes) ? latin1 : this.decode(bytes);
    return text.includes('%') ? text.replace(/%(?:22|0D|0A)/g, decodeURIComponent) : text;
  }

  /**
   * Sets the charset of the form.
   *
   * @throws {BodyError} for an unknown charset, or if UTF-8 was assumed before
   */
  use(charset: string): void {
    if (charset === '') return;
    const { name } = find(charset);
    if (this.#isAssumed && name !== 'utf-8' && name !== 'utf8') {
      throw malformed(`the field "${CHARSET_FIELD}" comes after text in its charset`);
    }
    this.#default = name;
  }
}

function find(label: string): Charset {
  const charset = charsetOf(label.trim().toLowerCase());
  if (charset === undefined) throw malformed(`unsupported charset ${JSON.stringify(label.slice(0, 100))}`);
  return charset;
}
