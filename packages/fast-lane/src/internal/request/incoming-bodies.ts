/**
 * @module Hot: feeds the bodies of one connection to their requests as they arrive, and ends each when Node would.
 * Bench: `npm run bench:lane`.
 */

import type { AsyncResource } from 'node:async_hooks';
import type { NodeRequest, NodeSocket } from '@nextpress-internal/internals/node';
import { RUN_TICKS } from '../node/node-context.ts';
import { startReading } from '../node/node-socket.ts';
import { SEPARATES_CONTEXTS } from '../node/node-versions.ts';
import { type PreallocatedBody, preallocate } from './preallocated-body.ts';
import { copyOf, detach } from './read-buffer.ts';
import { type Stop, stopInBody } from './refuse.ts';
import { endBody, isUntouched } from './request-body.ts';

export interface BodiesOwner {
  /** A handler or body reader threw: the rest of the connection is refused. */
  failed(): void;
}

export class IncomingBodies {
  /** The request whose body is being received. */
  current: NodeRequest | null = null;
  /** When that started, in milliseconds of `process.uptime()`, which fake timers do not replace. */
  since = 0;
  /** Where Node's parser would have stopped because a listener threw. */
  stop: Stop | undefined;
  /**
   * True once a chunk continued past a point at which Node runs ticks. The stream would then feed Node's parser, which
   * runs none.
   */
  isFed = false;
  /** Whether the chunk comes from the socket handle's read callback, so that no other code is on the stack. */
  isNativeRead = false;
  /** The request for which a chunk ended with a piece of its body: Node runs ticks after that. */
  awaitingTicks: NodeRequest | null = null;
  readonly #socket: NodeSocket;
  readonly #scope: AsyncResource;
  readonly #owner: BodiesOwner;
  #length = 0;
  #left = 0;
  /** `undefined` until the first chunk. */
  #preallocated: PreallocatedBody | null | undefined;
  /** Where the piece that awaits ticks ends in its chunk. */
  #stopOffset = 0;

  constructor(socket: NodeSocket, scope: AsyncResource, owner: BodiesOwner) {
    this.#socket = socket;
    this.#scope = scope;
    this.#owner = owner;
  }

  get isIdle(): boolean {
    return this.current === null && this.awaitingTicks === null && this.stop === undefined;
  }

  /**
   * Feeds a dispatched request the part of its body that has arrived.
   *
   * @param length - the length of the whole body
   * @param end - where the content ends in its chunk
   */
  start(req: NodeRequest, content: Uint8Array, length: number, end: number): void {
    // Listeners run in the connection's context, not in one that a handler in this chunk entered.
    if (SEPARATES_CONTEXTS && !isUntouched(req))
      this.#scope.runInAsyncScope(this.#start, this, req, content, length, end);
    else this.#start(req, content, length, end);
  }

  #start(req: NodeRequest, content: Uint8Array, length: number, end: number): void {
    const isComplete = content.length === length;
    if (!isComplete) {
      this.#length = length;
      this.#preallocated = undefined;
    }
    if (content.length > 0)
      this.#push(req, (isComplete ? undefined : this.#place(req, content)) ?? copyOf(content), end);
    if (!isComplete) {
      this.current = req;
      this.#left = length - content.length;
      this.since = process.uptime() * 1_000;
    }
    if (content.length > 0 && this.#runsTicks()) this.#awaitTicks(req, end);
    else if (content.length > 0 && isComplete) this.#endInScope(req);
    else if (length === 0) this.#end(req);
  }

  /** Feeds the current body its part of a chunk, and returns where that part ends. */
  feed(bytes: Uint8Array): number {
    const req = this.current;
    if (req === null) return 0;
    const end = Math.min(this.#left, bytes.length);
    this.#left -= end;
    const part = end === bytes.length ? bytes : bytes.subarray(0, end);
    this.#push(req, this.#place(req, part) ?? (part === bytes ? detach(bytes) : copyOf(part)), end);
    if (this.#left === 0) {
      this.current = null;
      this.#preallocated = null;
    }
    if (end === bytes.length && this.#runsTicks()) this.#awaitTicks(req, end);
    else if (this.#left === 0) this.#endInScope(req);
    return end;
  }

  /**
   * Runs ticks and promise jobs after a piece of a body, as Node does, so that the application can pause before the
   * body ends.
   */
  runTicks(): void {
    let isDone = false;
    try {
      RUN_TICKS?.();
      isDone = true;
    } finally {
      if (!isDone) {
        this.awaitingTicks = null;
        // A tick that throws stops Node's parser, like a listener that throws.
        this.#stopAt(stopInBody(this.#stopOffset));
      }
    }
  }

  /** Copies a chunk to its place in the preallocated body, if any. */
  #place(req: NodeRequest, chunk: Uint8Array): Uint8Array | undefined {
    if (this.#preallocated === undefined) this.#preallocated = preallocate(req, chunk, this.#length);
    const placed = this.#preallocated?.place(chunk);
    // Once a chunk has no place, later ones have none either.
    if (placed === undefined) this.#preallocated = null;
    return placed;
  }

  /** If that was the last piece, ends the body after the ticks, or when another chunk arrives during them. */
  endAfterTicks(): void {
    const req = this.awaitingTicks;
    this.awaitingTicks = null;
    if (req !== null && this.current === null) this.#end(req);
  }

  /** A listener threw. The socket is still read, so that the lane notices when the client disconnects. */
  stopAt(stop: Stop): void {
    this.#stopAt(stop);
    startReading(this.#socket);
  }

  #stopAt(stop: Stop): void {
    this.stop = stop;
    this.#owner.failed();
    // A body whose parser has stopped never ends, so its timeout starts here.
    if (this.current === null) this.since = process.uptime() * 1_000;
  }

  /** Whether Node would run ticks after this chunk's last piece: not while the application reads the socket. */
  #runsTicks(): boolean {
    const socket = this.#socket;
    if (!this.isNativeRead || this.isFed || RUN_TICKS === undefined) return false;
    return socket.listenerCount('data') === 1 && socket._events.readable === undefined;
  }

  #awaitTicks(req: NodeRequest, end: number): void {
    this.awaitingTicks = req;
    this.#stopOffset = end;
  }

  /** @param end - where the content ends in its chunk */
  #push(req: NodeRequest, content: Uint8Array, end: number): void {
    if (req._dumped) return;
    let isDone = false;
    try {
      if (!req.push(content)) this.#socket.pause();
      isDone = true;
    } finally {
      if (!isDone) this.stopAt(stopInBody(end));
    }
  }

  /** Listeners may have entered another context. */
  #endInScope(req: NodeRequest): void {
    if (SEPARATES_CONTEXTS) this.#scope.runInAsyncScope(this.#end, this, req);
    else this.#end(req);
  }

  #end(req: NodeRequest): void {
    const socket = this.#socket;
    endBody(req);
    if (!socket.readableFlowing && !socket._paused && socket.readable) socket.resume();
  }
}
