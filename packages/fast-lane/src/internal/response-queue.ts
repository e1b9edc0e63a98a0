/**
 * @module Hot: the responses of one connection, in the order of their requests, and the batch of those that are ready. What
 * it does when a response finishes is what Node's `resOnFinish` does. Bench: `npm run bench:lane`.
 */

import { AsyncResource } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';
import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import { flushSoon } from './flush-soon.ts';
import {
  DETACH_ABORT_SIGNAL,
  END_CALLBACKS,
  FLUSH_ERROR,
  type NodeBuffer,
  type NodeRequest,
  type NodeResponse,
  type NodeSocket,
  WRITABLE_FINISHED,
} from './node-internals.ts';
import { endUnread } from './request-body.ts';

/** Whether somebody has written to it after its end: it is told of that before it closes. */
export const IS_WRITTEN_LATE: unique symbol = Symbol('nextpress.isWrittenLate');
/** Of a response: its queue, while it is the lane's; its request; its content, while it waits for its turn. */
export const QUEUE: unique symbol = Symbol('nextpress.queue');
export const REQUEST: unique symbol = Symbol('nextpress.request');
export const TEXT: unique symbol = Symbol('nextpress.text');
export const BYTES: unique symbol = Symbol('nextpress.bytes');
export const CONTEXT: unique symbol = Symbol('nextpress.context');

/** What a queue tells its connection. */
export interface QueueOwner {
  /** All responses have finished. */
  idle(): void;
  /** The amount of content that waits behind other responses has changed. */
  pending(length: number): void;
}

/** With so many responses waiting, a connection that was paused for more of them is read again. */
const RESUMED_AT = 500;

/** A batch that grows beyond this many octets leaves at once. */
const BATCH_LIMIT = 65_536;
/** Up to this many bytes content is copied behind its head, so that both leave as one buffer. */
const JOIN_LIMIT = 16_384;

const responseFinish = channel('http.server.response.finish');

export class ResponseQueue {
  readonly socket: NodeSocket;
  readonly #owner: QueueOwner;
  /** The response whose turn it is: Node's `socket._httpMessage`. */
  current: NodeResponse | null = null;
  /** Those behind it. */
  readonly waiting: NodeResponse[] = [];
  /** Whether more responses are about to be ended, so that they may leave together. */
  collecting = false;
  /**
   * How many responses, from the current one on, are in the batch or have been written: the first that is neither is
   * `waiting[ready - 1]`, or the current one when there are none.
   */
  #ready = 0;
  /** Whether the last of the ready ones ends the connection. */
  #isLast = false;
  /** How many of the ready ones are in the batch. */
  #batched = 0;
  /** The text of the current response, while it is in the batch; then that of those behind it. */
  #own = '';
  #text = '';
  /** About how many octets the batch has. */
  #size = 0;
  /** Latin1 is cheaper, and the same as long as every response of the connection was ASCII. */
  #encoding: 'latin1' | 'utf8' = 'latin1';
  readonly #pieces: (string | Uint8Array)[] = [];
  /** Whether nothing has left yet when a write returns: it is encrypted first. */
  readonly #writesLater: boolean;
  /** For each write under way, how many responses it carries. */
  readonly #writes: number[] = [];
  readonly #onWritten: (error?: Error | null) => void;
  readonly onPendingData: (length: number) => void;

  constructor(socket: NodeSocket, owner: QueueOwner) {
    this.socket = socket;
    this.#owner = owner;
    this.#writesLater = socket.encrypted === true;
    this.#onWritten = (error) => this.#written(error);
    this.onPendingData = (length) => owner.pending(length);
  }

  get isEmpty(): boolean {
    return this.current === null && this.waiting.length === 0;
  }

  /** How much has been written of responses whose turn it isn't. */
  get writtenBehind(): number {
    const written = this.waiting.slice(0, Math.max(0, this.#ready - this.#batched - 1));
    return written.reduce((length, { outputSize }) => length + outputSize, 0);
  }

  /** Takes a response in, behind those that it has. */
  enter(req: NodeRequest, res: NodeResponse): void {
    res[QUEUE] = this;
    res[REQUEST] = req;
    res._onPendingData = this.onPendingData;
    if (res._events.finish !== onFinish) res.on('finish', onFinish);
    if (this.current === null) this.#assign(res);
    else this.waiting.push(res);
  }

  /** Whether the lane may end a response now; otherwise Node's `end` finds out what becomes of it. */
  takes(res: NodeResponse): boolean {
    const { socket } = this;
    return (
      socket.writable && !socket.destroyed && (res !== this.current || socket._writableState.corked === 0)
    );
  }

  /** Takes what a response has to send, its head included: all of it is here, nothing of it has left. */
  ended(res: NodeResponse, text: string, bytes: Uint8Array, isAscii: boolean): void {
    if (!isAscii) this.#encoding = 'utf8';
    // A response with listeners is one whose events somebody may tell apart by their context.
    if (!hasNoListeners(res) || (END_CALLBACKS !== undefined && res[END_CALLBACKS] !== null)) {
      res[CONTEXT] = new AsyncResource('HTTPSERVERRESPONSE');
    }
    if (res !== this.current) {
      res.outputSize = text.length + bytes.byteLength;
      res[TEXT] = text;
      res[BYTES] = bytes;
      if (res !== this.#next() || !this.#hasRoom()) {
        this.#owner.pending(res.outputSize);
        return;
      }
    }
    this.#append(res, text, bytes);
    if (res === this.current && bytes.byteLength > 0) this.flush();
    if (this.waiting.length >= this.#ready) this.#appendWaiting();
    if (!this.collecting || this.#size > BATCH_LIMIT) this.#flushWhenDue();
    if (res === this.current) res._finish();
  }

  /** Somebody writes to a response that has been ended: its end comes before the error, as in Node. */
  writtenLate(res: NodeResponse): void {
    res[IS_WRITTEN_LATE] = true;
    if (res === this.current) this.flushCurrent();
  }

  /**
   * Gives a response that has been ended and waits for its turn back to Node, since somebody goes on with it: what it has to
   * send waits where Node keeps it, before what comes now.
   */
  reopen(res: NodeResponse): void {
    const text = res[TEXT] as string | undefined;
    if (res === this.current || text === undefined) return;
    const place = this.waiting.indexOf(res) + 1;
    if (place < this.#ready && !this.#takeOut(place)) return;
    const bytes = res[BYTES] as Uint8Array;
    res[TEXT] = undefined;
    const pieces: unknown[] = [{ data: text, encoding: this.#encoding }];
    if (bytes.byteLength > 0) pieces.push({ data: bytes });
    Object.assign(pieces.at(-1) as object, { callback: () => this.#finish(res) });
    (res.outputData as unknown[]).push(...pieces);
  }

  /** Sends what Node would have written by now: the response whose turn it is, and nothing that waits behind it. */
  flushCurrent(): void {
    const own = this.#own;
    if (own === '') return;
    this.#own = '';
    this.#batched--;
    this.#write(own, 1);
  }

  /** Sends the batch. */
  flush(): void {
    const count = this.#batched;
    if (count === 0) return;
    const own = this.#own;
    const text = this.#text;
    const pieces = this.#pieces.length === 0 ? undefined : this.#pieces.splice(0);
    this.#own = '';
    this.#text = '';
    this.#batched = 0;
    this.#size = 0;
    // What Node would write when it is its turn never leaves on a socket that has ended by then.
    if (!this.socket.writable) {
      this.#ready -= count;
      return;
    }
    if (pieces === undefined) this.#write(own + text, count);
    else this.#writePieces([own, ...pieces, text], count);
  }

  #write(text: string, count: number): void {
    this.#writes.push(count);
    Socket.prototype.write.call(this.socket, text, this.#encoding, this.#onWritten);
  }

  /**
   * What Node's `finish` listener does.
   *
   * @param isUnheard - whether nobody listens to the response, nor can be told of an error any more
   */
  finished(res: NodeResponse, isUnheard: boolean): void {
    const { socket } = this;
    const req = res[REQUEST] as NodeRequest;
    if (responseFinish.hasSubscribers) {
      responseFinish.publish({ request: req, response: res, socket, server: socket.server });
    }
    endUnread(req);
    if (DETACH_ABORT_SIGNAL !== undefined) (req[DETACH_ABORT_SIGNAL] as () => void).call(req);
    socket._httpMessage = null;
    (res as { socket: Socket | null }).socket = null;
    this.current = null;
    if (isUnheard) closeUnheard(res);
    else process.nextTick(emitClose, res);
    if (res._last) socket.destroySoon();
    else if (this.waiting.length === 0) this.#owner.idle();
    else {
      if (this.waiting.length === RESUMED_AT) this.#owner.pending(0);
      this.#assign(this.waiting.shift() as NodeResponse);
    }
  }

  /** The first response that is neither in the batch nor written. */
  #next(): NodeResponse | null | undefined {
    if (this.#isLast) return undefined;
    return this.#ready === 0 ? this.current : this.waiting[this.#ready - 1];
  }

  #append(res: NodeResponse, text: string, bytes: Uint8Array): void {
    this.#ready++;
    this.#batched++;
    this.#size += text.length + bytes.byteLength;
    if (bytes.byteLength > 0) this.#appendBytes(text, bytes);
    else if (res === this.current) this.#own = text;
    else this.#text += text;
    // What comes behind the last response of a connection never leaves.
    if (res._last) this.#isLast = true;
  }

  /** Takes the responses from a place on, the current one being at 0, out of the batch again, if they are all in it. */
  #takeOut(place: number): boolean {
    const first = this.#ready - this.#batched;
    if (place < first) return false;
    const kept = this.waiting.slice(Math.max(0, first - 1), place - 1);
    const out = this.waiting.slice(place - 1, this.#ready - 1);
    // Built anew of those before it.
    this.#batched = first === 0 ? 1 : 0;
    this.#ready = first + this.#batched;
    this.#text = '';
    this.#size = this.#own.length;
    this.#pieces.length = 0;
    this.#isLast = false;
    for (const res of kept) this.#append(res, res[TEXT] as string, res[BYTES] as Uint8Array);
    for (const { outputSize } of out) this.#owner.pending(outputSize);
    return true;
  }

  /**
   * Whether a response may be sent before it is its turn. One whose client doesn't read waits as Node lets it wait: what is
   * given to the socket would be copied.
   */
  #hasRoom(): boolean {
    return this.socket.writableLength === 0 && this.#size <= BATCH_LIMIT;
  }

  /** Those that were ended before it was their turn. */
  #appendWaiting(): void {
    for (
      let next = this.#next();
      next?.finished && next[TEXT] !== undefined && this.#hasRoom();
      next = this.#next()
    ) {
      this.#owner.pending(-next.outputSize);
      this.#append(next, next[TEXT] as string, next[BYTES] as Uint8Array);
    }
  }

  /** At once when nothing can join the batch; otherwise when the code that runs now has had its turn. */
  #flushWhenDue(): void {
    // What waits for the end of the response before it isn't overtaken by what its handler still does.
    const isAlone = this.#batched === 1 && this.#own !== '' && this.waiting.length < this.#ready;
    if (isAlone || this.#size > BATCH_LIMIT) this.flush();
    else flushSoon(this);
  }

  #appendBytes(text: string, bytes: Uint8Array): void {
    if (this.#text !== '') this.#pieces.push(this.#text);
    this.#text = '';
    if (bytes.byteLength > JOIN_LIMIT) this.#pieces.push(text, bytes);
    else this.#pieces.push(joined(text, bytes));
  }

  #writePieces(pieces: readonly (string | Uint8Array)[], count: number): void {
    const { socket } = this;
    const all = pieces.filter((piece) => piece !== '');
    this.#writes.push(count);
    Socket.prototype.cork.call(socket);
    for (const [index, piece] of all.entries()) {
      const written = index === all.length - 1 ? this.#onWritten : undefined;
      Socket.prototype.write.call(socket, piece, this.#encoding, written);
    }
    socket.uncork();
  }

  #assign(res: NodeResponse): void {
    const { socket } = this;
    this.current = res;
    socket._httpMessage = res;
    (res as { socket: Socket | null }).socket = socket;
    if (!hasNoListeners(res)) res.emit('socket', socket);
    if (res[TEXT] === undefined) {
      res._flush();
      return;
    }
    // Node would be writing it from now on.
    if (this.#batched === this.#ready) this.flush();
    const size = (res[TEXT] as string).length + (res[BYTES] as Uint8Array).byteLength;
    const isWritten = this.#ready > 0;
    if (!isWritten) {
      if (!socket.writable) return;
      this.#owner.pending(-size);
      this.#append(res, res[TEXT] as string, res[BYTES] as Uint8Array);
      this.#appendWaiting();
      this.flush();
    }
    if (!isWritten || !this.#writesLater) res.outputSize -= size;
    // Informational text behind it, of which it has been too late to take it out.
    if (res.outputData.length > 0) res._flush();
    else res._finish();
    if (isWritten && this.#writesLater) res.outputSize = 0;
  }

  /** The oldest write has left, or has failed. */
  #written(error: Error | null | undefined): void {
    const count = this.#writes.shift() ?? 0;
    // Node ≥ 24 takes back its promise that everything has left; older ones keep it, unless the socket had an error.
    const failure = error ?? this.socket.errored;
    if (failure && END_CALLBACKS !== undefined) this.#fail(count, failure, END_CALLBACKS);
    else if (!this.socket._hadError) this.#finishReady(count);
  }

  /** Tells the callbacks of `end` that a write has failed. */
  #fail(count: number, error: Error, slot: symbol): void {
    for (const res of [this.current, ...this.waiting].slice(0, count)) {
      if (res === null) continue;
      if (FLUSH_ERROR !== undefined) res[FLUSH_ERROR] = error;
      if (res[slot] !== null) callBack(res, slot, error);
    }
  }

  #finishReady(count: number): void {
    let left = count;
    try {
      while (left > 0 && this.current !== null && (left === count || !this.current[IS_WRITTEN_LATE])) {
        left--;
        this.#ready--;
        this.#finish(this.current);
      }
      if (this.current === null) left = 0;
    } finally {
      // A listener that throws takes nothing from the responses behind its own, and an error comes before their end.
      if (left > 0) process.nextTick(() => this.#finishReady(left));
    }
  }

  #finish(res: NodeResponse): void {
    if (WRITABLE_FINISHED !== undefined) res[WRITABLE_FINISHED] = true;
    const isObserved = !hasNoListeners(res) || (END_CALLBACKS !== undefined && res[END_CALLBACKS] !== null);
    if (!isObserved) this.finished(res, true);
    else if (res[CONTEXT] === undefined) emitFinish(res);
    else (res[CONTEXT] as AsyncResource).runInAsyncScope(emitFinish, undefined, res);
  }
}

/** The listener of every response, first in line as Node's is. */
export function onFinish(this: unknown): void {
  const res = this as NodeResponse;
  (res[QUEUE] as ResponseQueue).finished(res, false);
}

/** Whether nobody but the lane listens to a response. */
function hasNoListeners(res: NodeResponse): boolean {
  return (
    res._eventsCount === 1 &&
    res._events.finish === onFinish &&
    res.emit === EventEmitter.prototype.emit &&
    !res[IS_WRITTEN_LATE]
  );
}

function emitFinish(res: NodeResponse): void {
  if (END_CALLBACKS !== undefined && res[END_CALLBACKS] !== null) callBack(res, END_CALLBACKS, null);
  res.emit('finish');
}

/** What `close` on the next tick would leave behind, where nobody hears it. */
function closeUnheard(res: NodeResponse): void {
  res.destroyed = true;
  res._closed = true;
}

export function emitClose(res: NodeResponse): void {
  if (res._closed) return;
  res.destroyed = true;
  res._closed = true;
  res.emit('close');
}

/** The callbacks of `end`: it may be called again, with one more, before the response has left. */
function callBack(res: NodeResponse, slot: symbol, error: Error | null): void {
  const callbacks = res[slot] as ((error: Error | null) => void)[];
  res[slot] = null;
  for (const callback of callbacks) callback(error);
}

function joined(head: string, content: Uint8Array): Buffer {
  const piece = Buffer.allocUnsafe(head.length + content.byteLength) as NodeBuffer;
  piece.latin1Write(head);
  piece.set(content, head.length);
  return piece;
}
