/**
 * @module Hot: the responses of one connection in request order, and which of them are ready to be sent. Finished
 * responses are handled as in Node's `resOnFinish`. Bench: `npm run bench:lane`.
 */

import { channel } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import type { NodeRequest, NodeResponse, NodeSocket } from '@nextpress-internal/internals/node';
import { DETACH_ABORT_SIGNAL, END_CALLBACKS } from '@nextpress-internal/internals/node';
import { endUnread } from '../request/request-body.ts';
import type { Backpressure } from './backpressure.ts';
import { flushSoon } from './flush-soon.ts';
import { ResponseBatch } from './response-batch.ts';
import {
  captureContext,
  closeSilently,
  emitClose,
  fail,
  finish,
  hasNoListeners,
  onFinish,
} from './response-finish.ts';
import { BYTES, QUEUE, REQUEST, TEXT, WRITTEN_AFTER_END } from './response-slots.ts';

const { nextTick } = process;

export interface QueueOwner {
  readonly backpressure: Backpressure;
  /** A response finished, and others follow. */
  advanced(): void;
  /** Every response finished. */
  finished(): void;
}

/** How many responses may be pending, like the streams of an HTTP/2 connection. */
const MAX_PENDING = 100;

const responseFinish = channel('http.server.response.finish');

export class ResponseQueue {
  readonly socket: NodeSocket;
  readonly #owner: QueueOwner;
  /** The response whose turn it is: Node's `socket._httpMessage`. */
  current: NodeResponse | null = null;
  /** The responses after it. */
  readonly waiting: NodeResponse[] = [];
  /** Whether more responses of this chunk may follow and share a write. */
  collecting = false;
  /** How many responses, starting with the current one, are in the batch or have been written. */
  #ready = 0;
  /** Whether the last ready response ends the connection. */
  #isLast = false;
  /** The ready responses that have not been written. */
  readonly #batch: ResponseBatch;
  /** Over TLS, nothing has been sent when a write returns. */
  readonly #writesLater: boolean;
  readonly onPendingData: (length: number) => void;
  readonly #hasHandle: boolean;

  constructor(socket: NodeSocket, owner: QueueOwner) {
    this.socket = socket;
    this.#owner = owner;
    this.#hasHandle = socket._handle !== null;
    this.#batch = new ResponseBatch(socket, (count, error) => this.#written(count, error));
    this.#writesLater = socket.encrypted === true;
    this.onPendingData = (length) => owner.backpressure.add(length);
  }

  get isEmpty(): boolean {
    return this.current === null && this.waiting.length === 0;
  }

  /** Whether further requests must wait, because their responses would leave an unlimited amount unsent. */
  get isFull(): boolean {
    return this.waiting.length - this.#ready >= MAX_PENDING || this.#owner.backpressure.isOverLimit;
  }

  /** Whether all responses have been ended. */
  get isEnded(): boolean {
    return (this.current?.finished ?? true) && this.waiting.every(({ finished }) => finished);
  }

  /** Whether the socket was sent to another process: it has no handle, and never closes. */
  get isTransferred(): boolean {
    return this.#hasHandle && this.socket._handle === null && !this.socket.destroyed;
  }

  /** The size of responses that were written before their turn. */
  get writtenForWaiting(): number {
    const written = this.waiting.slice(0, Math.max(0, this.#ready - this.#batch.count - 1));
    return written.reduce((length, { outputSize }) => length + outputSize, 0);
  }

  /**
   * Pauses reading before the next head if Node would: there, the socket has the current response by now, and the
   * others wait.
   */
  pauseBeforeNextHead(): void {
    const { backpressure } = this.#owner;
    const { ownSize } = this.#batch;
    if (!backpressure.maybePause(ownSize) || ownSize === 0) return;
    // Node's socket has queued its `drain` by now, before the ticks of the next handlers.
    nextTick(() => {
      if (this.socket.writableLength === 0) backpressure.maybeResume();
    });
  }

  add(req: NodeRequest, res: NodeResponse): void {
    res[QUEUE] = this;
    res[REQUEST] = req;
    res._onPendingData = this.onPendingData;
    if (res._events.finish !== onFinish) res.on('finish', onFinish);
    if (this.current === null) this.#assign(res);
    else this.waiting.push(res);
  }

  /** Whether the lane may end a response now. Otherwise Node's `end` runs. */
  takes(res: NodeResponse): boolean {
    const { socket } = this;
    return (
      socket.writable &&
      !socket.destroyed &&
      !this.isTransferred &&
      (res !== this.current || socket._writableState.corked === 0)
    );
  }

  /** Takes a complete response of which nothing was sent. `text` starts with its head. */
  ended(res: NodeResponse, text: string, bytes: Uint8Array, isAscii: boolean): void {
    if (!isAscii) this.#batch.encoding = 'utf8';
    captureContext(res);
    if (res !== this.current) {
      this.#addPending(res, text, bytes);
      res[TEXT] = text;
      res[BYTES] = bytes;
      if (res !== this.#next() || !this.#hasRoom()) return;
    }
    this.#append(res, text, bytes);
    if (res === this.current && bytes.byteLength > 0) this.flush();
    if (this.waiting.length >= this.#ready) this.#appendWaiting();
    if (!this.collecting || this.#batch.isFull) this.#flushWhenDue();
    if (res === this.current) res._finish();
  }

  /** The application wrote to an ended response: its end comes before the error, as in Node. */
  writtenAfterEnd(res: NodeResponse): void {
    res[WRITTEN_AFTER_END] = true;
    if (res === this.current) this.flushCurrent();
  }

  /**
   * Returns an ended response to Node, because the application still uses it. Its unsent data goes where Node keeps
   * such data.
   */
  reopen(res: NodeResponse): void {
    const text = res[TEXT] as string | undefined;
    if (res === this.current || text === undefined) return;
    const place = this.waiting.indexOf(res) + 1;
    if (place < this.#ready && !this.#takeOut(place)) return;
    const bytes = res[BYTES] as Uint8Array;
    res[TEXT] = undefined;
    const pieces: unknown[] = [{ data: text, encoding: this.#batch.encoding }];
    if (bytes.byteLength > 0) pieces.push({ data: bytes });
    Object.assign(pieces.at(-1) as object, {
      callback: (error?: Error | null) => {
        const failure = this.#failureOf(error);
        if (failure) fail(res, failure);
        else if (!this.socket._hadError) finish(res, this);
      },
    });
    (res.outputData as unknown[]).push(...pieces);
  }

  /** Detaches the response of a socket that was sent to another process, as Node does. The response is never sent. */
  detachTransferred(): void {
    if (!this.isTransferred) return;
    this.flush();
    this.socket._httpMessage?.detachSocket(this.socket);
  }

  /** Sends what Node would have written by now: the current response, and none after it. */
  flushCurrent(): void {
    if (this.isTransferred) this.flush();
    else this.#batch.writeOwn();
  }

  flush(): void {
    const { count } = this.#batch;
    if (count === 0) return;
    if (this.socket.writable && !this.isTransferred) {
      this.#batch.write();
      return;
    }
    // Node would never write these: the socket has ended by then, or belongs to another process.
    this.#batch.clear();
    this.#ready -= count;
  }

  /**
   * Does what Node's `finish` listener does.
   *
   * @param isSilent - whether the response has no listeners, and can't emit an error any more
   */
  finished(res: NodeResponse, isSilent: boolean): void {
    const { socket } = this;
    const req = res[REQUEST] as NodeRequest;
    if (responseFinish.hasSubscribers) {
      responseFinish.publish({ request: req, response: res, socket, server: socket.server });
    }
    endUnread(req, res[TEXT] !== undefined);
    if (DETACH_ABORT_SIGNAL !== undefined) (req[DETACH_ABORT_SIGNAL] as () => void).call(req);
    socket._httpMessage = null;
    (res as { socket: Socket | null }).socket = null;
    this.current = null;
    if (isSilent) closeSilently(res);
    else nextTick(emitClose, res);
    if (res._last) socket.destroySoon();
    else if (this.waiting.length === 0) this.#owner.finished();
    else {
      this.#assign(this.waiting.shift() as NodeResponse);
      this.#owner.advanced();
    }
  }

  /** In Node the first piece of a queued response can resume reading, whatever comes after it. */
  #addPending(res: NodeResponse, text: string, bytes: Uint8Array): void {
    const { backpressure } = this.#owner;
    const size = text.length + bytes.byteLength;
    const isInPieces = bytes.byteLength > 0 || res.chunkedEncoding;
    const first = isInPieces ? (res._header as string).length : size;
    res.outputSize = size;
    backpressure.add(first);
    if (first < size) backpressure.add(size - first);
  }

  /** The first response that is neither in the batch nor written. */
  #next(): NodeResponse | null | undefined {
    if (this.#isLast) return undefined;
    return this.#ready === 0 ? this.current : this.waiting[this.#ready - 1];
  }

  #append(res: NodeResponse, text: string, bytes: Uint8Array): void {
    this.#ready++;
    this.#batch.add(text, bytes, res === this.current);
    // Responses after the last one of a connection are never sent.
    if (res._last) this.#isLast = true;
  }

  /** Removes the responses from `place` (0 is the current one) from the batch, if all of them are in it. */
  #takeOut(place: number): boolean {
    const first = this.#ready - this.#batch.count;
    if (place < first) return false;
    const kept = this.waiting.slice(Math.max(0, first - 1), place - 1);
    // Rebuild the batch from the responses before them.
    this.#batch.keepOwn();
    this.#ready = first + this.#batch.count;
    this.#isLast = false;
    for (const res of kept) this.#append(res, res[TEXT] as string, res[BYTES] as Uint8Array);
    return true;
  }

  /**
   * Whether a response may be sent before its turn. If the client doesn't read, it waits as in Node, without a copy in
   * the socket.
   */
  #hasRoom(): boolean {
    return this.socket.writableLength === 0 && !this.#batch.isFull;
  }

  /** Adds responses that were ended before their turn. */
  #appendWaiting(): void {
    for (
      let next = this.#next();
      next?.finished && next[TEXT] !== undefined && this.#hasRoom();
      next = this.#next()
    )
      this.#append(next, next[TEXT] as string, next[BYTES] as Uint8Array);
  }

  /** Flushes immediately if no other response can join the batch, otherwise after the running code. */
  #flushWhenDue(): void {
    // If responses are queued after this one, wait for the handler to return so that they can share the write.
    const isAlone = this.#batch.isOwnOnly && this.waiting.length < this.#ready;
    if (isAlone || this.#batch.isFull) this.flush();
    else flushSoon(this);
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
    // Node would start writing it now.
    if (this.#batch.count === this.#ready) this.flush();
    const size = (res[TEXT] as string).length + (res[BYTES] as Uint8Array).byteLength;
    const isWritten = this.#ready > 0;
    if (!isWritten && !socket.writable) return;
    this.#owner.backpressure.add(-size);
    if (!isWritten) {
      this.#append(res, res[TEXT] as string, res[BYTES] as Uint8Array);
      this.#appendWaiting();
      this.flush();
    }
    if (!isWritten || !this.#writesLater) res.outputSize -= size;
    // Informational responses that came too late to take it out of the batch.
    if (res.outputData.length > 0) res._flush();
    else res._finish();
    if (isWritten && this.#writesLater) res.outputSize = 0;
  }

  /** The oldest write, with `count` responses, is done or has failed. */
  #written(count: number, error: Error | null | undefined): void {
    // Node ≥ 22 emits `drain` after its own corked writes, but not after the lane's.
    if (this.socket._paused && this.socket.writableLength === 0) this.#owner.backpressure.maybeResume();
    const failure = this.#failureOf(error);
    if (failure) {
      for (const res of [this.current, ...this.waiting].slice(0, count)) if (res !== null) fail(res, failure);
    } else if (!this.socket._hadError) this.#finishReady(count);
  }

  /** Node ≥ 24 passes a failed write's error to `end` callbacks. Older versions pass only socket errors. */
  #failureOf(error: Error | null | undefined): Error | null | undefined {
    return END_CALLBACKS === undefined ? undefined : (error ?? this.socket.errored);
  }

  #finishReady(count: number): void {
    let left = count;
    try {
      while (left > 0 && this.current !== null && (left === count || !this.current[WRITTEN_AFTER_END])) {
        left--;
        this.#ready--;
        finish(this.current, this);
      }
      if (this.current === null) left = 0;
    } finally {
      // A listener that throws must not keep later responses from finishing.
      if (left > 0) nextTick(() => this.#finishReady(left));
    }
  }
}
