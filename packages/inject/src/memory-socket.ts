/** @module The server's end of a connection without a network: Node writes responses to it as to a socket. */

import { Duplex } from 'node:stream';
import type { NodeSocket } from '@nextpress-internal/internals/node';

/** The head of a response, as written. */
export interface ResponseHead {
  readonly status: number;
  readonly statusText: string;
  /** Alternating names and values. */
  readonly rawHeaders: readonly string[];
}

/** Receives a response. */
export interface ResponseSink {
  head(head: ResponseHead): void;
  /** @param done - called when more data can be taken */
  data(chunk: Buffer, done: () => void): void;
}

/** Headers that apply to the connection, which ends here. */
const CONNECTION_FIELDS = new Set(['connection', 'keep-alive', 'transfer-encoding']);
const END_OF_HEAD = '\r\n\r\n';
const LINE_BREAK = '\r\n';
const SWITCHING_PROTOCOLS = 101;

export class MemorySocket extends Duplex {
  readonly encrypted: boolean;
  readonly remoteAddress: string | undefined;
  /** Whether the whole response was written when the socket was destroyed. */
  hasResponse = false;
  readonly #sink: ResponseSink;
  #hasHead = false;

  constructor(sink: ResponseSink, remoteAddress: string | undefined, encrypted: boolean) {
    super({ allowHalfOpen: true });
    this.#sink = sink;
    this.remoteAddress = remoteAddress;
    this.encrypted = encrypted;
  }

  /** Node's responses call these methods on every socket. */
  setTimeout(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  destroySoon(): void {
    this.end();
  }

  override _read(): void {}

  /** A client closes a connection after the server has ended it. */
  override _final(done: () => void): void {
    done();
    this.destroy();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const { _httpMessage: response } = this as unknown as NodeSocket;
    // Since Node 24, `writableFinished` means that `finish` was emitted, which is later.
    this.hasResponse = this.#hasHead && response?.writableEnded === true && response.writableLength === 0;
    done(error);
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    if (this.#hasHead) {
      this.#sink.data(chunk, done);
      return;
    }
    // Node writes the head in one piece.
    const end = chunk.indexOf(END_OF_HEAD);
    if (end === -1) {
      done(new Error('Invalid response: expected a head.'));
      return;
    }
    const head = parseHead(chunk.toString('latin1', 0, end));
    const rest = chunk.subarray(end + END_OF_HEAD.length);
    const isFinal = head.status >= 200 || head.status === SWITCHING_PROTOCOLS;
    if (isFinal) {
      this.#hasHead = true;
      this.#sink.head(head);
    }
    if (rest.length === 0) done();
    else if (isFinal) this.#sink.data(rest, done);
    else this._write(rest, 'binary', done);
  }
}

function parseHead(text: string): ResponseHead {
  const [statusLine = '', ...lines] = text.split(LINE_BREAK);
  const rawHeaders = parseFields(lines, CONNECTION_FIELDS);
  // HTTP/1.1 200 OK
  return { status: Number(statusLine.slice(9, 12)), statusText: statusLine.slice(13), rawHeaders };
}

/** Alternating names and values, without headers whose lower-case names are in `dropped`. */
export function parseFields(lines: readonly string[], dropped?: ReadonlySet<string>): string[] {
  const fields: string[] = [];
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon);
    if (!dropped?.has(name.toLowerCase())) fields.push(name, line.slice(colon + 1).trim());
  }
  return fields;
}
