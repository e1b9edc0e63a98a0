/**
 * @module Hot: the strict recognizer. It checks whether the complete head of an ordinary request starts at a position,
 * and never guesses: ambiguous heads are left to Node. Bench: `npm run bench -- fast-lane`.
 */

import { TOKEN } from './char-class.ts';
import type { Head, Outcome } from './head.ts';
import { METHODS, type Method } from './method.ts';
import { checkSpecial, SPECIAL_INITIALS } from './special-headers.ts';

const MAX_HEADERS = 100;
const HTAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SP = 0x20;
const HASH = 0x23;
const SLASH = 0x2f;
const COLON = 0x3a;
const DEL = 0x7f;
const VERSION_LINE = 'HTTP/1.1\r\n';
const METHOD_LINES: readonly string[] = METHODS.map(({ name }) => `${name} `);
/** `HTTP` and `/1.1` as little-endian integers. */
const HTTP = 0x50545448;
const SLASH_1_1 = 0x312e312f;
const GET: Method = METHODS[0] as Method;

/** The longest head that can be recognized, in bytes: Node's default for `maxHeaderSize`. */
export const WINDOW_SIZE = 16_384;

// Each chunk is copied here and scanned four bytes at a time: a view per chunk would cost a third of the scan.
// Constants of this file are faster in loops than imported ones.
const window = new Uint8Array(WINDOW_SIZE + 16);
const words = new DataView(window.buffer);
const tokens = TOKEN;
const initials = SPECIAL_INITIALS;

/**
 * The chunk in the window, the position in it at which the window starts, and how many of its bytes are in the window.
 */
let shown: Uint8Array | null = null;
let base = 0;
let filled = 0;

/**
 * Reads the head that starts at `start`.
 *
 * @param limit - the limit for the head, in bytes: Node's `maxHeaderSize`
 * @returns the outcome; `head` is filled in completely only for `ordinary`
 */
export function recognize(bytes: Uint8Array, start: number, limit: number, head: Head): Outcome {
  if (bytes !== shown || start <= base || start > base + filled) show(bytes, start);
  let outcome = read(start - base, head);
  if (outcome === 'partial head' && base + filled < bytes.length) {
    show(bytes, start);
    outcome = read(0, head);
    if (outcome === 'partial head' && filled < bytes.length - start) outcome = 'head size';
  }
  if (outcome === 'blank' && base + filled < bytes.length) outcome = 'method';
  const isOrdinary = outcome === 'ordinary';
  // A handler may write to its body, which is part of the chunk. A chunk that was read completely must not be retained.
  if (!isOrdinary || head.contentLength > 0 || head.end === bytes.length) shown = null;
  if (isOrdinary) return head.end - start < limit ? 'ordinary' : 'head size';
  return outcome === 'partial head' && bytes.length - start >= limit ? 'head size' : outcome;
}

/** Copies a chunk to the window, or as much of it from `start` as fits. */
function show(bytes: Uint8Array, start: number): void {
  const fits = bytes.length <= WINDOW_SIZE;
  const part = fits ? bytes : bytes.subarray(start, start + WINDOW_SIZE);
  base = fits ? 0 : start;
  window.set(part);
  filled = part.length;
  // A head cannot contain NUL, so this one ends every loop without a bounds check.
  // V8: no loop reads `undefined` after the last byte, so no input deoptimizes the code.
  // proof: test/internal/head/recognize.shape.test.ts
  window[filled] = 0;
  shown = bytes;
}

function read(start: number, head: Head): Outcome {
  const method = words.getInt32(start, true) === GET.first ? GET : otherMethodAt(start);
  if (method === undefined) return notAMethod(start);
  const targetStart = start + method.length;
  if (window[targetStart] !== SLASH) return targetStart === filled ? 'partial head' : 'target';
  const targetEnd = endOfTarget(targetStart);
  if (window[targetEnd] !== SP) return targetEnd === filled ? 'partial head' : 'target';
  const version = targetEnd + 1;
  const headersStart = version + VERSION_LINE.length;
  if (
    words.getInt32(version, true) !== HTTP ||
    words.getInt32(version + 4, true) !== SLASH_1_1 ||
    window[headersStart - 2] !== CR ||
    window[headersStart - 1] !== LF
  )
    return isCutShort(version, [VERSION_LINE]) ? 'partial head' : 'version';
  head.method = method.name;
  head.targetStart = base + targetStart;
  head.targetEnd = base + targetEnd;
  head.headersStart = base + headersStart;
  head.hostCount = 0;
  head.declaredLength = -1;
  const outcome = readHeaders(headersStart, head);
  if (outcome !== 'ordinary') return outcome;
  head.contentLength = head.declaredLength === -1 ? 0 : head.declaredLength;
  if (head.contentLength > 0 && !method.mayHaveContent) return 'content-length';
  return head.hostCount === 1 ? 'ordinary' : 'host';
}

function notAMethod(start: number): Outcome {
  if (isCutShort(start, METHOD_LINES)) return 'partial head';
  let at = start;
  while (window[at] === CR || window[at] === LF) at++;
  return at === filled ? 'blank' : 'method';
}

function otherMethodAt(start: number): Method | undefined {
  const first = words.getInt32(start, true);
  for (let i = 1; i < METHODS.length; i++) {
    const method = METHODS[i] as Method;
    if (first === method.first && words.getInt32(start + method.length - 4, true) === method.last)
      return method;
  }
  return undefined;
}

/** Whether the rest of the window is a prefix of one of the texts. */
function isCutShort(start: number, texts: readonly string[]): boolean {
  const length = filled - start;
  if (length >= VERSION_LINE.length) return false;
  const text = String.fromCharCode(...window.subarray(start, filled));
  return texts.some((expected) => length < expected.length && expected.startsWith(text));
}

/** Accepts origin-form like every supported version of llhttp: no `#`, ASCII only. */
function endOfTarget(start: number): number {
  let at = start + 1;
  let byte = window[at] as number;
  while (byte > SP && byte < DEL && byte !== HASH) byte = window[++at] as number;
  return at;
}

/** Reads the header lines and the empty line after them. */
function readHeaders(start: number, head: Head): Outcome {
  let at = start;
  let fields = 0;
  while (window[at] !== CR) {
    const nameEnd = endOfName(at);
    if (window[nameEnd] !== COLON || nameEnd === at)
      return nameEnd === filled ? 'partial head' : 'field syntax';
    const end = endOfValue(nameEnd + 1);
    if (window[end] !== CR || window[end + 1] !== LF) return isCut(end) ? 'partial head' : 'field syntax';
    if (++fields > MAX_HEADERS) return 'field count';
    const length = nameEnd - at;
    // By length and first letter, this skips all but two or three of a browser's ten headers.
    if (length < initials.length && ((initials[length] as number) >> ((window[at] as number) & 31)) & 1) {
      const outcome = checkSpecial(window, at, nameEnd, end, head);
      if (outcome !== 'ordinary') return outcome;
    }
    at = end + 2;
  }
  if (window[at + 1] !== LF) return isCut(at) ? 'partial head' : 'field syntax';
  head.headerCount = fields;
  head.end = base + at + 2;
  return 'ordinary';
}

function endOfName(start: number): number {
  let at = start;
  while (tokens[window[at] as number] === 1) at++;
  return at;
}

/** Skips HTAB, SP, VCHAR and obs-text (RFC 9110 §5.5). */
function endOfValue(start: number): number {
  let at = start;
  let word = words.getInt32(at, true);
  // True for four bytes from 0x20 to 0x7e: neither subtracting 0x20, nor adding 1, nor the bytes themselves set a
  // highest bit. Only a byte outside of that range causes a borrow or carry.
  while ((((word - 0x20202020) | (word + 0x01010101) | word) & 0x80808080) === 0) {
    at += 4;
    word = words.getInt32(at, true);
  }
  let byte = window[at] as number;
  while (byte >= SP ? byte !== DEL : byte === HTAB) byte = window[++at] as number;
  return at;
}

/** Whether the bytes end at a position, or after a CR there. */
function isCut(at: number): boolean {
  return at === filled || (at + 1 === filled && window[at] === CR);
}
