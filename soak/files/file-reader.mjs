// Reads answers as they come, keeping none of their bytes: what a file is made of is known by its first one.

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {number} length Bytes of its body.
 * @property {string} byte The one that its body is made of, or '' when it has none.
 * @property {boolean} isPure Whether it is made of no other.
 */

/** @type {Map<string, Buffer>} */
const patterns = new Map();

/** Reads what comes on one connection. */
export class FileReader {
  #head = '';
  /** @type {Answer | undefined} */
  #answer;
  #missing = 0;
  /** @type {Answer[]} */
  #answers = [];
  #wake = () => {};

  /** @param {import('node:net').Socket} socket */
  constructor(socket) {
    this.socket = socket;
    socket.on('error', () => {});
    socket.on('data', (chunk) => this.#read(chunk));
    socket.on('close', () => this.#wake());
  }

  /** @param {number} patience in milliseconds @returns {Promise<Answer | undefined>} nothing when the connection has ended */
  async next(patience) {
    if (this.#answers.length === 0 && !this.socket.destroyed) await this.#more(patience);
    return this.#answers.shift();
  }

  /** @param {number} patience @returns {Promise<void>} */
  #more(patience) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, patience);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** @param {Buffer} chunk */
  #read(chunk) {
    let rest = chunk;
    while (rest.length > 0) rest = this.#answer === undefined ? this.#readHead(rest) : this.#readBody(rest);
  }

  /** @param {Buffer} chunk @returns {Buffer} what is left of it */
  #readHead(chunk) {
    const before = this.#head.length;
    this.#head += chunk.toString('latin1');
    const end = this.#head.indexOf('\r\n\r\n');
    if (end === -1) return chunk.subarray(chunk.length);
    const head = this.#head.slice(0, end + 2);
    this.#head = '';
    const status = Number(head.slice(9, 12));
    this.#missing = status === 304 ? 0 : Number(/\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1]);
    this.#answer = { status, length: this.#missing, byte: '', isPure: true };
    if (this.#missing === 0) this.#finish(this.#answer);
    return chunk.subarray(end + 4 - before);
  }

  /** @param {Buffer} chunk @returns {Buffer} what is left of it */
  #readBody(chunk) {
    const answer = /** @type {Answer} */ (this.#answer);
    const part = chunk.subarray(0, this.#missing);
    if (answer.byte === '') answer.byte = String.fromCharCode(part[0] ?? 0);
    answer.isPure &&= part.equals(patternOf(answer.byte, part.length));
    this.#missing -= part.length;
    if (this.#missing === 0) this.#finish(answer);
    return chunk.subarray(part.length);
  }

  /** @param {Answer} answer */
  #finish(answer) {
    this.#answer = undefined;
    this.#answers.push(answer);
    this.#wake();
  }
}

/** @param {string} byte @param {number} length */
function patternOf(byte, length) {
  const known = patterns.get(byte);
  if (known !== undefined && known.length >= length) return known.subarray(0, length);
  const pattern = Buffer.alloc(Math.max(length, 65_536), byte, 'latin1');
  patterns.set(byte, pattern);
  return pattern.subarray(0, length);
}
