/** @module One recognized request head: the positions of its parts, and their text. */

import type { NodeBuffer } from '@nextpress-internal/internals/node';
import type { HandOverReason } from '../../lane-stats.ts';

/**
 * Result of looking for a head at a position. `ordinary`: the head is complete and ordinary. `blank`: there are only line
 * ends, which do not start a message (RFC 9112 §2.2). Any other value says why Node gets the bytes; a `partial head` may
 * become ordinary with more of them.
 */
export type Outcome = 'ordinary' | 'blank' | HandOverReason;

/** Filled by the recognizer and reused for all heads. Positions are indices into the chunk. */
export class Head {
  method = '';
  targetStart = 0;
  targetEnd = 0;
  headersStart = 0;
  /** The position after the empty line. */
  end = 0;
  /** The length of the body in bytes. */
  contentLength = 0;
  headerCount = 0;
  hostCount = 0;
  /** The value of `Content-Length`, or -1 if absent. */
  declaredLength = -1;
  url = '';
  /** The header lines and the empty line after them. */
  lines = '';

  /** Decodes the text of the head recognized at `start`. */
  readTexts(bytes: NodeBuffer, start: number): void {
    const text = bytes.latin1Slice(start, this.end);
    this.url = text.slice(this.targetStart - start, this.targetEnd - start);
    this.lines = text.slice(this.headersStart - start);
  }
}
