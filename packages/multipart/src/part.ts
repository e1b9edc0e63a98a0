/** @module The parts of a form, as `req.parts()` yields them. */

import type { Readable } from 'node:stream';

/** A part without a file. */
export interface FieldPart {
  readonly kind: 'field';
  readonly fieldName: string;
  readonly value: string;
}

/** A part with a file. It can be read until the next part is requested. */
export interface FilePart {
  readonly kind: 'file';
  readonly fieldName: string;
  /** The name without folders and control characters, for display. It may be empty, and is not unique. */
  readonly filename: string;
  /** The name as sent by the client. Never use it as a path. */
  readonly originalFilename: string;
  /** The media type: detected from the first bytes for formats with a signature, otherwise the type sent by the client. */
  readonly type: string;
  /** The bytes. The stream fails with the error of the form, so `pipeline()` and `for await` reject. */
  readonly stream: Readable;
  /** Bytes that have arrived; after the end of the stream, the size of the file. */
  readonly size: number;
}

/** A part of a form, by its `kind`. */
export type Part = FieldPart | FilePart;
