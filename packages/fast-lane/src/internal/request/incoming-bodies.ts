/**
 * @module Hot: the bodies of one connection, each given to its request as it arrives, and ended when Node would end it. Bench:
 * `npm run bench:lane`.
 */

import type { AsyncResource } from 'node:async_hooks';
import { performance } from 'node:perf_hooks';
import type { NodeRequest, NodeSocket } from '@nextpress-internal/internals/node';
import { RUN_TICKS } from '../node/node-context.ts';
import { startReading } from '../node/node-socket.ts';
import { SEPARATES_CONTEXTS } from '../node/node-versions.ts';
import { type PreallocatedBody, preallocate } from './preallocated-body.ts';
import { copyOf, detach } from './read-buffer.ts';
import { type Stop, stopInBody } from './refuse.ts';
import { endBody, isUntouched } from './request-body.ts';

/** The connection of the bodies. */
export interface BodiesOwner {
  /** User code has thrown: the rest of the connection is refused. */
  failed(): void;
}

export class IncomingBodies {
  /** The request whose body is arriving. */
  current: NodeRequest | null = null;
  /** When that began, in milliseconds. */
  since = 0;
  /** Where Node's parser would have stopped when a listener threw. */
  stop: Stop | undefined;
  /** True once a chunk went on after a place at which Node runs ticks. Node's parser would then be fed, and run none. */
  isFed = false;
  /** Whether a read callback of the socket's handle gives the chunk, so that nothing else is being done. */
  isNativeRead = false;
  /** The request for which a chunk has ended with a piece of its body: Node runs ticks after that. */
  awaitingTicks: NodeRequest | null = null;
  readonly #socket: NodeSocket;
  readonly #scope: AsyncResource;
  readonly #owner: BodiesOwner;
  #length = 0;
  #left = 0;
  /** `undefined` until the first chunk has come. */
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
   * Gives a request that has been dispatched what there is of its body.
   *
   * @param length - of the whole body
   * @param end - where the content ends in its chunk
   */
  start(req: NodeRequest, content: Uint8Array, length: number, end: number): void {
    // Listeners run in the connection's context, not in one that a handler of this chunk has entered.
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
      this.since = performance.now();
    }
    if (content.length > 0 && this.#runsTicks()) this.#awaitTicks(req, end);
    else if (content.length > 0 && isComplete) this.#endInScope(req);
    else if (length === 0) this.#end(req);
  }

  /** Gives the body that is arriving its part of a chunk, and returns where that part ends. */
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

  /** Runs ticks and promise jobs after a piece of a body, as Node does, so that user code can pause before the body ends. */
  runTicks(): void {
    let isDone = false;
    try {
      RUN_TICKS?.();
      isDone = true;
    } finally {
      if (!isDone) {
        this.awaitingTicks = null;
        // A tick that throws stops Node's parser like a listener does.
        this.#stopAt(stopInBody(this.#stopOffset));
      }
    }
  }

  /** Copies a chunk to its place in the preallocated body, if there is one. */
  #place(req: NodeRequest, chunk: Uint8Array): Uint8Array | undefined {
    if (this.#preallocated === undefined) this.#preallocated = preallocate(req, chunk, this.#length);
    const placed = this.#preallocated?.place(chunk);
    // After a chunk without a place the others have none either.
    if (placed === undefined) this.#preallocated = null;
    return placed;
  }

  /** Ends the body after the ticks, or when another chunk comes while they run, if that was the last piece. */
  endAfterTicks(): void {
    const req = this.awaitingTicks;
    this.awaitingTicks = null;
    if (req !== null && this.current === null) this.#end(req);
  }

  /** A listener has thrown. The socket is read on, so that the lane sees the client leave. */
  stopAt(stop: Stop): void {
    this.#stopAt(stop);
    startReading(this.#socket);
  }

  #stopAt(stop: Stop): void {
    this.stop = stop;
    this.#owner.failed();
    // A body whose parser has stopped never ends, so its timeout starts here.
    if (this.current === null) this.since = performance.now();
  }

  /** Whether Node would run ticks after this chunk's last piece: not while user code reads the socket. */
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
