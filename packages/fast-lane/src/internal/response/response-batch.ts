/** @module Hot: answers that are ready to leave together, and their way to the socket as one write. Bench: `npm run bench:lane`. */

import { Socket } from 'node:net';
import type { NodeBuffer, NodeSocket } from '../node/node-internals.ts';

/** A batch that grows beyond this many octets leaves at once. */
const BATCH_LIMIT = 65_536;
/** Up to this many bytes content is copied behind its head, so that both leave as one buffer. */
const JOIN_LIMIT = 16_384;

type Piece = string | Uint8Array;
type OnWritten = (error?: Error | null) => void;

export class ResponseBatch {
  /** How many responses are in it. */
  count = 0;
  /** Latin1 is cheaper, and the same as long as every response of the connection was ASCII. */
  encoding: 'latin1' | 'utf8' = 'latin1';
  readonly #socket: NodeSocket;
  /** About how many octets it has. */
  #size = 0;
  /** The text of the response whose turn it is; that of those behind it, as far as it lies behind the pieces. */
  #own = '';
  #text = '';
  readonly #pieces: Piece[] = [];
  /** For each write under way, how many responses it carries. */
  readonly #writes: number[] = [];
  /** Two that do the same, and take turns: a stream calls the same function twice in one tick, and its error ends both. */
  #onWritten: OnWritten;
  #onNextWritten: OnWritten;

  /** @param onWritten - the oldest write, of so many responses, has left, or has failed */
  constructor(socket: NodeSocket, onWritten: (count: number, error: Error | null | undefined) => void) {
    this.#socket = socket;
    this.#onWritten = (error) => onWritten(this.#writes.shift() ?? 0, error);
    this.#onNextWritten = (error) => onWritten(this.#writes.shift() ?? 0, error);
  }

  /** Whether all that it has is the response whose turn it is. */
  get isOwnOnly(): boolean {
    return this.count === 1 && this.#own !== '';
  }

  get isFull(): boolean {
    return this.#size > BATCH_LIMIT;
  }

  /** How many octets it has of the response whose turn it is. */
  get ownSize(): number {
    return this.#own.length;
  }

  /** @param isOwn - whether it is the response's turn */
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

  /** Takes out all but the response whose turn it is. */
  keepOwn(): void {
    this.count = this.#own === '' ? 0 : 1;
    this.#size = this.#own.length;
    this.#text = '';
    this.#pieces.length = 0;
  }

  /** Takes out all. */
  clear(): void {
    this.count = 0;
    this.#size = 0;
    this.#own = '';
    this.#text = '';
    this.#pieces.length = 0;
  }

  /** Writes the response whose turn it is, if it is there. */
  writeOwn(): void {
    const own = this.#own;
    if (own === '') return;
    this.#own = '';
    this.count--;
    this.#size -= own.length;
    this.#write(own, 1);
  }

  /** Writes all. */
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
    // As Node's: a socket that was corked wants to drain, even if all has left at once.
    const isMuch = text.length >= socket.writableHighWaterMark;
    if (isMuch) Socket.prototype.cork.call(socket);
    Socket.prototype.write.call(socket, text, this.encoding, this.#begin(count));
    if (isMuch) socket.uncork();
  }

  /** A write of so many responses begins; returns what it has to call. */
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
