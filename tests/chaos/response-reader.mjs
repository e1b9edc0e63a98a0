/**
 * @typedef {object} Response
 * @property {number} status
 * @property {Map<string, string>} headers Names in lower case.
 * @property {Buffer} body
 */

/** What a server must not send. */
export class InvalidResponse extends Error {}

const HEAD_END = '\r\n\r\n';
const STATUS_LINE = /^HTTP\/1\.1 (\d{3}) [^\r\n]*$/;
const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+): ?([^\r\n]*)$/;

/** Reads the responses of one connection, and accepts only what `application.mjs` may send. */
export class ResponseReader {
  /** @type {Buffer} */
  #bytes = Buffer.alloc(0);
  /** @type {{ status: number, headers: Map<string, string> } | undefined} */
  #head;
  /** @type {Buffer[]} */
  #body = [];
  /** Bytes of the body, or of the chunk, that are missing. */
  #missing = 0;
  /** @type {'length' | 'chunk size' | 'chunk' | 'chunk end' | 'last line'} */
  #state = 'length';

  /** Whether a response has begun and not ended. */
  get isInside() {
    return this.#head !== undefined || this.#bytes.length > 0;
  }

  /** The responses that end with these bytes. @param {Buffer} bytes @returns {Response[]} @throws {InvalidResponse} */
  read(bytes) {
    this.#bytes = this.#bytes.length === 0 ? bytes : Buffer.concat([this.#bytes, bytes]);
    const responses = [];
    while (this.#advance()) {
      if (this.#head !== undefined) continue;
      responses.push(this.#finished);
    }
    return responses.filter((response) => response !== undefined);
  }

  /** @type {Response | undefined} */
  #finished;

  /** Takes one part of the message; false when it has not all arrived. */
  #advance() {
    if (this.#head === undefined) return this.#readHead();
    if (this.#state === 'length') return this.#readBody(() => this.#finish());
    if (this.#state === 'chunk')
      return this.#readBody(() => {
        this.#state = 'chunk end';
        return true;
      });
    return this.#readChunkLine();
  }

  #readHead() {
    const end = this.#bytes.indexOf(HEAD_END);
    if (end === -1) {
      const start = this.#bytes.toString('latin1', 0, 9);
      if (!'HTTP/1.1 '.startsWith(start))
        throw new InvalidResponse(`not a response: ${JSON.stringify(start)}`);
      return false;
    }
    const [line = '', ...lines] = this.#bytes.toString('latin1', 0, end).split('\r\n');
    this.#bytes = this.#bytes.subarray(end + HEAD_END.length);
    const status = STATUS_LINE.exec(line)?.[1];
    if (status === undefined) throw new InvalidResponse(`not a status line: ${JSON.stringify(line)}`);
    this.#head = { status: Number(status), headers: readHeaders(lines) };
    return this.#begin(this.#head.headers);
  }

  /** @param {Map<string, string>} headers */
  #begin(headers) {
    const length = headers.get('content-length');
    this.#body = [];
    if (headers.get('transfer-encoding') === 'chunked' && length === undefined) {
      this.#state = 'chunk size';
      return true;
    }
    this.#state = 'length';
    this.#missing = Number(length ?? Number.NaN);
    if (!Number.isSafeInteger(this.#missing)) throw new InvalidResponse(`no valid length: ${length}`);
    return this.#missing > 0 || this.#finish();
  }

  /** @param {() => boolean} next Called when nothing is missing. */
  #readBody(next) {
    if (this.#bytes.length === 0) return false;
    const part = this.#bytes.subarray(0, this.#missing);
    this.#bytes = this.#bytes.subarray(part.length);
    this.#body.push(part);
    this.#missing -= part.length;
    return this.#missing > 0 || next();
  }

  #readChunkLine() {
    const end = this.#bytes.indexOf('\r\n');
    if (end === -1) return false;
    const line = this.#bytes.toString('latin1', 0, end);
    this.#bytes = this.#bytes.subarray(end + 2);
    if (this.#state === 'chunk size') {
      if (!/^[0-9a-f]+$/i.test(line)) throw new InvalidResponse(`not a chunk size: ${JSON.stringify(line)}`);
      this.#missing = Number.parseInt(line, 16);
      this.#state = this.#missing === 0 ? 'last line' : 'chunk';
      return true;
    }
    if (line !== '') throw new InvalidResponse(`bytes after a chunk: ${JSON.stringify(line)}`);
    if (this.#state === 'last line') return this.#finish();
    this.#state = 'chunk size';
    return true;
  }

  #finish() {
    this.#finished = this.#head && { ...this.#head, body: Buffer.concat(this.#body) };
    this.#head = undefined;
    return true;
  }
}

/** @param {readonly string[]} lines */
function readHeaders(lines) {
  return new Map(
    lines.map((line) => {
      const [, name, value] = HEADER.exec(line) ?? [];
      if (name === undefined) throw new InvalidResponse(`not a header: ${JSON.stringify(line)}`);
      return [name.toLowerCase(), value ?? ''];
    }),
  );
}
