/** @module Where a head has its parts. */

import type { NodeBuffer } from '../node/node-internals.ts';

/** The last head that was recognised; one object, overwritten by each call. All places are indices of the chunk's octets. */
export class Head {
  method = '';
  targetStart = 0;
  targetEnd = 0;
  fieldsStart = 0;
  /** Behind the empty line. */
  end = 0;
  /** Of the content, in octets. */
  contentLength = 0;
  /** How many field lines. */
  fields = 0;
  hosts = 0;
  /** The value of `Content-Length`; -1 until one is seen. */
  declared = -1;
  /** The target, and the field lines with the empty line behind them. */
  url = '';
  lines = '';

  /** Cuts the texts out of the head that has just been recognised at a place of a chunk. */
  readTexts(octets: NodeBuffer, start: number): void {
    const text = octets.latin1Slice(start, this.end);
    this.url = text.slice(this.targetStart - start, this.targetEnd - start);
    this.lines = text.slice(this.fieldsStart - start);
  }
}
