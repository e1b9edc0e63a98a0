/** @module Hot: responses ready to be sent, written to the socket together. Bench: `npm run bench:lane`. */

import { Socket } from 'node:net';
import type { NodeBuffer, NodeSocket } from '@nextpress-internal/internals/node';

/** A batch that grows beyond this many bytes is written immediately. */
const BATCH_LIMIT = 65_536;
/** Content up to this many bytes is copied after its head into one buffer. */
const JOIN_LIMIT = 16_384;

type Piece = string | Uint8Array;
type OnWritten = (error?: Error | null) => void;

export class ResponseBatch {
  /** The number of responses. */
  count = 0;
  /** Latin1 is cheaper, and gives the same bytes while every response of the connection is ASCII. */
  encoding: 'latin1' | 'utf8' = 'latin1';
  readonly #socket: NodeSocket;
  /** The approximate number of bytes. */
  #size = 0;
  /** The text of the current response, and that of later ones after the last chunk. */
  #own = '';
  #text = '';
  readonly #pieces: Piece[] = [];
  /** The number of responses in each write in progress. */
  readonly #writes: number[] = [];
  /**
   * Two equal functions, used alternately: a stream that gets the same callback twice in a tick calls it for both at
   * once.
   */
  #onWritten: OnWritten;
  #onNextWritten: OnWritten;

  /** @param onWritten - called when the oldest write, with `count` responses, is done or has failed */
  constructor(socket: NodeSocket, onWritten: (count: number, error: Error | null | undefined) => void) {
    this.#socket = socket;
    this.#onWritten = (error) => onWritten(this.#writes.shift() ?? 0, error);
    this.#onNextWritten = (error) => onWritten(this.#writes.shift() ?? 0, error);
  }

  /** Whether the batch holds only the current response. */
  get isOwnOnly(): boolean {
    return this.count === 1 && this.#own !== '';
  }

  get isFull(): boolean {
    return this.#size > BATCH_LIMIT;
  }

  /** The size of the current response, in bytes. */
  get ownSize(): number {
    return this.#own.length;
  }

  /** @param isOwn - whether the data belongs to the current response */
  add(text: string, bytes: Uint8Array, isOwn: boolean): void {
    this.count++;
    this.#size += text.length + bytes.byteLength;
    if (bytes.byteLength > 0) this.#addBytes(text, bytes);
    else if (isOwn) this.#own = text;
    else this.#text += text;
  }

  #addBytes(text: string, bytes: Uint8Array): void {
    if (this.#text !== '') this.#pieces.push(this.#text);
    this.#text = '';
    if (bytes.byteLength > JOIN_LIMIT) this.#pieces.push(text, bytes);
    else this.#pieces.push(concat(text, bytes));
  }

  /** Removes all but the current response. */
  keepOwn(): void {
    this.count = this.#own === '' ? 0 : 1;
    this.#size = this.#own.length;
    this.#text = '';
    this.#pieces.length = 0;
  }

  clear(): void {
    this.count = 0;
    this.#size = 0;
    this.#own = '';
    this.#text = '';
    this.#pieces.length = 0;
  }

  /** Writes the current response if it is in the batch. */
  writeOwn(): void {
    const own = this.#own;
    if (own === '') return;
    this.#own = '';
    this.count--;
    this.#size -= own.length;
    this.#write(own, 1);
  }

  write(): void {
    const { count } = this;
    const own = this.#own;
    const text = this.#text;
    const pieces = this.#pieces.length === 0 ? undefined : this.#pieces.slice();
    this.clear();
    if (pieces === undefined) this.#write(own + text, count);
    else this.#writePieces([own, ...pieces, text], count);
  }

  #write(text: string, count: number): void {
    const socket = this.#socket;
    // As in Node, a corked socket emits `drain` even if everything was sent at once.
    const isMuch = text.length >= socket.writableHighWaterMark;
    if (isMuch) Socket.prototype.cork.call(socket);
    Socket.prototype.write.call(socket, text, this.encoding, this.#begin(count));
    if (isMuch) socket.uncork();
  }

  /** Starts a write of `count` responses, and returns its callback. */
  #begin(count: number): OnWritten {
    this.#writes.push(count);
    const onWritten = this.#onNextWritten;
    this.#onNextWritten = this.#onWritten;
    this.#onWritten = onWritten;
    return onWritten;
  }

  #writePieces(pieces: readonly Piece[], count: number): void {
    const socket = this.#socket;
    const all = pieces.filter((piece) => piece !== '');
    const onWritten = this.#begin(count);
    Socket.prototype.cork.call(socket);
    for (const [index, piece] of all.entries()) {
      Socket.prototype.write.call(
        socket,
        piece,
        this.encoding,
        index === all.length - 1 ? onWritten : undefined,
      );
    }
    socket.uncork();
  }
}

function concat(head: string, content: Uint8Array): Buffer {
  const piece = Buffer.allocUnsafe(head.length + content.byteLength) as NodeBuffer;
  piece.latin1Write(head);
  piece.set(content, head.length);
  return piece;
}
