import { isPieceOf } from '../pattern.mjs';

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {number} id What its `X-Id` says; NaN without one.
 * @property {number} length of its body, in bytes
 * @property {boolean} right Whether its body is made of its id.
 */

/** The longest head that is read. */
const mostHead = 16_384;
const headEnd = Buffer.from('\r\n\r\n');

/** Reads the answers of one connection, in linear time. */
export class AnswerReader {
  /** @type {'head' | 'body' | 'size' | 'trailer' | 'through' | 'broken'} */
  #state = 'head';
  /** @type {Buffer} */
  #kept = Buffer.alloc(0);
  #left = 0;
  #chunked = false;
  /** @type {Answer} */
  #answer = { status: 0, id: Number.NaN, length: 0, right: true };
  #told;
  #bodiless;
  #through;

  /**
   * @param {object} listener
   * @param {(answer: Answer) => void} listener.told when an answer is complete
   * @param {() => boolean} listener.bodiless whether the next answer is to a HEAD
   * @param {(bytes: Buffer) => void} listener.through what comes after an upgrade
   */
  constructor({ told, bodiless, through }) {
    this.#told = told;
    this.#bodiless = bodiless;
    this.#through = through;
  }

  /** Whether an answer has begun and isn't complete. */
  get within() {
    return this.#state !== 'through' && (this.#state !== 'head' || this.#kept.length > 0);
  }

  /** Whether what came isn't HTTP. */
  get broken() {
    return this.#state === 'broken';
  }

  /** @param {Buffer} bytes */
  read(bytes) {
    let rest = bytes;
    while (rest.length > 0) {
      if (this.#state === 'through') return this.#through(rest);
      if (this.#state === 'broken') return;
      rest = this.#state === 'body' ? this.#readBody(rest) : this.#readLines(rest);
    }
  }

  /** @param {Buffer} bytes @returns {Buffer} what comes behind */
  #readBody(bytes) {
    const piece = bytes.subarray(0, this.#left);
    const answer = this.#answer;
    answer.right &&= isPieceOf(answer.id, piece, answer.length);
    answer.length += piece.length;
    this.#left -= piece.length;
    if (this.#left === 0) {
      if (this.#chunked) this.#state = 'trailer';
      else this.#complete();
    }
    return bytes.subarray(piece.length);
  }

  /** Reads a head, the size of a chunk, or the line behind a chunk. @param {Buffer} bytes @returns {Buffer} what comes behind */
  #readLines(bytes) {
    const mark = this.#state === 'head' ? headEnd : headEnd.subarray(2);
    const before = this.#kept.length;
    const all = before === 0 ? bytes : Buffer.concat([this.#kept, bytes]);
    const end = all.indexOf(mark, Math.max(0, before - mark.length));
    if (end === -1) {
      this.#kept = all;
      if (all.length > mostHead) this.#state = 'broken';
      return all.subarray(all.length);
    }
    this.#kept = Buffer.alloc(0);
    const text = all.toString('latin1', 0, end);
    if (this.#state === 'head') this.#begin(text);
    else if (this.#state === 'size') this.#beginChunk(text);
    else this.#endChunk(text);
    return all.subarray(end + mark.length);
  }

  /** @param {string} head */
  #begin(head) {
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
    if (Number.isNaN(status)) {
      this.#state = 'broken';
    } else if (status === 101) {
      this.#complete({ status, id: Number.NaN, length: 0, right: true });
      this.#state = 'through';
    } else if (status >= 200) {
      this.#answer = { status, id: Number(/\r\nx-id: (\d+)/i.exec(head)?.[1]), length: 0, right: true };
      this.#chunked = /\r\ntransfer-encoding: chunked/i.test(head);
      this.#left = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (this.#bodiless() || status === 204 || status === 304) this.#complete();
      else if (this.#chunked) this.#state = 'size';
      else if (this.#left === 0) this.#complete();
      else this.#state = 'body';
    }
  }

  /** @param {string} line */
  #beginChunk(line) {
    const size = Number.parseInt(line, 16);
    this.#left = size;
    if (Number.isNaN(size)) this.#state = 'broken';
    else this.#state = size === 0 ? 'trailer' : 'body';
    if (size === 0) this.#chunked = false;
  }

  /** @param {string} line */
  #endChunk(line) {
    if (line !== '') this.#state = 'broken';
    else if (this.#chunked) this.#state = 'size';
    else this.#complete();
  }

  #complete(answer = this.#answer) {
    this.#state = 'head';
    this.#told(answer);
  }
}
