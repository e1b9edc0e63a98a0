/** @module Hot: finds the parts of a form in its bytes (RFC 2046 §5.1.1). */

import { longHeaders, malformed } from './multipart-error.ts';

/** Maximum size of a part's headers, in bytes. */
const MAX_HEADER_SIZE: number = 16 * 1024;

/** Receives what a {@link FormParser} finds, in order. `write()` throws the errors of these methods. */
export interface FormParts {
  /** @param head - the text between a boundary and the blank line, as latin1: the end of the boundary's line, and the headers */
  begin(head: string): void;
  /** @param bytes - the next part of the content; never empty */
  receive(bytes: Buffer): void;
  end(): void;
}

type State = 'content' | 'head' | 'last line' | 'epilogue';

const [TAB, LF, CR, SPACE, DASH] = [0x09, 0x0a, 0x0d, 0x20, 0x2d];
const BLANK_LINE = '\r\n\r\n';
const NOTHING = Buffer.alloc(0);

/** Reads a form in chunks of any size. Bytes that could belong to a boundary or to headers wait for the next chunk. */
export class FormParser {
  readonly #delimiter: Buffer;
  readonly #parts: FormParts;
  /** The text before the first boundary belongs to no part. */
  #state: State = 'content';
  #isInPart = false;
  /** Whether nothing has been consumed yet, so that a boundary needs no line end before it. */
  #isAtStart = true;
  /** Bytes to leave out of the content: the line end after the headers, which may also precede a boundary. */
  #skipped: 0 | 2 = 0;
  #waiting: Buffer = NOTHING;

  constructor(boundary: string, parts: FormParts) {
    this.#delimiter = Buffer.from(`--${boundary}`, 'latin1');
    this.#parts = parts;
  }

  /** @throws {BodyError} for a malformed form; also throws the errors of the methods of {@link FormParts} */
  write(chunk: Buffer): void {
    const bytes = this.#waiting.length === 0 ? chunk : Buffer.concat([this.#waiting, chunk]);
    let from = 0;
    let state: State;
    do {
      state = this.#state;
      from = this.#advance(bytes, from);
    } while (this.#state !== state);
    if (from > 0) this.#isAtStart = false;
    this.#waiting = from === bytes.length ? NOTHING : bytes.subarray(from);
  }

  /** @throws {BodyError} if the last boundary has not arrived */
  end(): void {
    if (this.#state === 'content' || this.#state === 'head') throw malformed('no final boundary');
  }

  /** Returns the offset to continue from: immediately if the state has changed, otherwise with the next chunk. */
  #advance(bytes: Buffer, from: number): number {
    if (this.#state === 'content') return this.#readContent(bytes, from);
    if (this.#state === 'head') return this.#readHead(bytes, from);
    if (this.#state === 'last line') return this.#readLastLine(bytes, from);
    return this.#readEpilogue(bytes, from);
  }

  #readContent(bytes: Buffer, from: number): number {
    const delimiter = this.#delimiter;
    let at = bytes.indexOf(delimiter, from);
    while (at !== -1) {
      const end = at + delimiter.length;
      if (this.#isLineStart(bytes, from, at)) {
        this.#receive(bytes, from, at - 2);
        if (this.#isInPart) this.#parts.end();
        this.#state = 'head';
        return end;
      }
      if (!isContent(bytes, end, 'a boundary that does not begin a line')) break;
      at = bytes.indexOf(delimiter, end);
    }
    const until = at === -1 ? unfinishedDelimiter(bytes, from, delimiter) : at;
    this.#receive(bytes, from, until);
    if (until > from) this.#skipped = 0;
    return until;
  }

  #isLineStart(bytes: Buffer, from: number, at: number): boolean {
    if (at === 0) return this.#isAtStart;
    return at >= from + 2 && bytes[at - 1] === LF && bytes[at - 2] === CR;
  }

  #receive(bytes: Buffer, from: number, until: number): void {
    const start = from + this.#skipped;
    if (this.#isInPart && until > start) this.#parts.receive(bytes.subarray(start, until));
  }

  #readHead(bytes: Buffer, from: number): number {
    if (bytes.length < from + 2) return from;
    const first = bytes[from];
    if (first === DASH && bytes[from + 1] === DASH) {
      this.#state = 'last line';
      return from + 2;
    }
    if (first !== CR && !isBlank(first)) throw malformed('text after a boundary');
    const end = bytes.indexOf(BLANK_LINE, from, 'latin1');
    if ((end === -1 ? bytes.length : end) - from > MAX_HEADER_SIZE) throw longHeaders(MAX_HEADER_SIZE);
    if (end === -1) return from;
    this.#parts.begin(bytes.toString('latin1', from, end));
    this.#state = 'content';
    this.#isInPart = true;
    this.#skipped = 2;
    return end + 2;
  }

  #readLastLine(bytes: Buffer, from: number): number {
    let at = from;
    while (isBlank(bytes[at])) at++;
    if (at === bytes.length) return at;
    if (bytes[at] !== CR && bytes[at] !== LF) throw malformed('text after the final boundary');
    this.#state = 'epilogue';
    return at;
  }

  #readEpilogue(bytes: Buffer, from: number): number {
    const delimiter = this.#delimiter;
    let at = bytes.indexOf(delimiter, from);
    while (at !== -1) {
      const end = at + delimiter.length;
      if (!isContent(bytes, end, 'a part after the final boundary')) return at;
      at = bytes.indexOf(delimiter, end);
    }
    return unfinishedDelimiter(bytes, from, delimiter);
  }
}

function isBlank(byte: number | undefined): boolean {
  return byte === SPACE || byte === TAB;
}

/** Returns where a delimiter may start in the last bytes, including the line end before it; their end if none does. */
function unfinishedDelimiter(bytes: Buffer, from: number, delimiter: Buffer): number {
  const { length } = bytes;
  let at = bytes.indexOf(DASH, Math.max(from, length - delimiter.length + 1));
  while (at !== -1 && bytes.compare(delimiter, 0, length - at, at) !== 0) at = bytes.indexOf(DASH, at + 1);
  if (at === -1) at = length;
  if (at >= from + 2 && bytes[at - 1] === LF && bytes[at - 2] === CR) return at - 2;
  return at === length && at > from && bytes[at - 1] === CR ? at - 1 : at;
}

/** The rest of a boundary's line, and the name of a part's first header. */
const PART = /^[ \t]*\r?\n[\w-]+:/;
/** Text that the next chunk may complete to a {@link PART}. */
const UNFINISHED_PART = /^[ \t]*(?:\r?\n[\w-]*|\r?)$/;
/** Maximum number of characters to match against these patterns. */
const LOOK_AHEAD = 64;

/**
 * Whether an unexpected boundary is just content. If the headers of a part follow it, the form is malformed, because that part would
 * be lost.
 *
 * @param at - the offset after the boundary
 * @returns `false` if that depends on the next chunk
 * @throws {BodyError} for a part after the boundary
 */
function isContent(bytes: Buffer, at: number, problem: string): boolean {
  const next = bytes[at];
  if (next !== CR && next !== LF && next !== undefined && !isBlank(next)) return true;
  const text = bytes.toString('latin1', at, at + LOOK_AHEAD);
  if (PART.test(text)) throw malformed(problem);
  return text.length === LOOK_AHEAD || !UNFINISHED_PART.test(text);
}
