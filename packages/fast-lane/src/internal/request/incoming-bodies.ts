/**
 * @module Hot: the bodies of one connection, each given to its request as it arrives, and ended when Node would end it. Bench:
 * `npm run bench:lane`.
 */

import type { AsyncResource } from 'node:async_hooks';
import { performance } from 'node:perf_hooks';
import { type NodeRequest, type NodeSocket, RUN_TICKS, SEPARATES_CONTEXTS } from '../node/node-internals.ts';
import { type BodyLayout, layOut } from './body-layout.ts';
import { own, ownCopy } from './read-buffer.ts';
import { startReading } from './reading.ts';
import { type Stop, stopInBody } from './refuse.ts';
import { endBody, isUntouched } from './request-body.ts';

export class IncomingBodies {
  /** The request whose body is arriving. */
  current: NodeRequest | null = null;
  /** When that began, in milliseconds. */
  since = 0;
  /** Where Node's parser would have stopped when a listener threw: nothing is read behind that. */
  stop: Stop | undefined;
  /** Whether something has come, in one chunk, behind a place at which Node runs ticks: from then on it all runs without. */
  runsOn = false;
  /** Whether the chunk comes from the system just now, so that nothing else is being done. */
  isRead = false;
  /** The request of which a piece has come with the last octets of the chunk: Node runs ticks behind that. */
  arrived: NodeRequest | null = null;
  readonly #socket: NodeSocket;
  /** The context in which the connection came. */
  readonly #scope: AsyncResource;
  #length = 0;
  #left = 0;
  /** Where its chunks have their place; `undefined` until the first has come. */
  #layout: BodyLayout | null | undefined;
  /** Where that piece ends in its chunk. */
  #arrivedAt = 0;

  constructor(socket: NodeSocket, scope: AsyncResource) {
    this.#socket = socket;
    this.#scope = scope;
  }

  /** Whether none is arriving, about to end, or never to end. */
  get isIdle(): boolean {
    return this.current === null && this.arrived === null && this.stop === undefined;
  }

  /**
   * A request has been dispatched: gives it what there is of its body.
   *
   * @param length - of the whole body
   * @param end - where the content ends in its chunk
   */
  begin(req: NodeRequest, content: Uint8Array, length: number, end: number): void {
    // Whoever reads is told in the connection's context, not in one that a handler of this chunk has entered.
    if (SEPARATES_CONTEXTS && !isUntouched(req))
      this.#scope.runInAsyncScope(this.#begin, this, req, content, length, end);
    else this.#begin(req, content, length, end);
  }

  #begin(req: NodeRequest, content: Uint8Array, length: number, end: number): void {
    const isComplete = content.length === length;
    if (!isComplete) {
      this.#length = length;
      this.#layout = undefined;
    }
    if (content.length > 0)
      this.#push(req, (isComplete ? undefined : this.#placed(req, content)) ?? ownCopy(content), end);
    if (!isComplete) {
      this.current = req;
      this.#left = length - content.length;
      this.since = performance.now();
    }
    if (content.length > 0 && this.#runsTicks()) this.#arrive(req, end);
    else if (content.length > 0 && isComplete) this.#endInScope(req);
    else if (length === 0) this.#end(req);
  }

  /** Gives the body that is arriving, if one is, its part of a chunk, and returns where that ends. */
  feed(octets: Uint8Array): number {
    const req = this.current;
    if (req === null) return 0;
    const end = Math.min(this.#left, octets.length);
    this.#left -= end;
    const part = end === octets.length ? octets : octets.subarray(0, end);
    this.#push(req, this.#placed(req, part) ?? (part === octets ? own(octets) : ownCopy(part)), end);
    if (this.#left === 0) {
      this.current = null;
      this.#layout = null;
    }
    if (end === octets.length && this.#runsTicks()) this.#arrive(req, end);
    else if (this.#left === 0) this.#endInScope(req);
    return end;
  }

  /**
   * Does what Node does behind a piece of a body: whoever has put something off does it now, before the body ends. Called where
   * nothing else is being done: what a tick throws goes where it would go without the lane.
   */
  runTicks(): void {
    let isDone = false;
    try {
      RUN_TICKS?.();
      isDone = true;
    } finally {
      if (!isDone) {
        this.arrived = null;
        // A tick that throws stops Node's parser as a listener does.
        this.#stopAt(stopInBody(this.#arrivedAt));
      }
    }
  }

  /** A chunk at its place, if it has one. */
  #placed(req: NodeRequest, chunk: Uint8Array): Uint8Array | undefined {
    if (this.#layout === undefined) this.#layout = layOut(req, chunk, this.#length);
    const placed = this.#layout?.place(chunk);
    // What comes behind a chunk without a place has none either.
    if (placed === undefined) this.#layout = null;
    return placed;
  }

  /** Goes on behind the ticks, or as another chunk comes in their midst: the body ends, if that was the last piece. */
  endArrived(): void {
    const req = this.arrived;
    this.arrived = null;
    if (req !== null && this.current === null) this.#end(req);
  }

  /** A listener has thrown: nobody but the lane sees the client leave from now on, under pressure, too. */
  stopAt(stop: Stop): void {
    this.#stopAt(stop);
    startReading(this.#socket);
  }

  #stopAt(stop: Stop): void {
    this.stop = stop;
    // What has stopped the parser never ends.
    if (this.current === null) this.since = performance.now();
  }

  /** Whether ticks run behind this chunk's last piece: in Node none do while somebody else reads the socket. */
  #runsTicks(): boolean {
    const socket = this.#socket;
    if (!this.isRead || this.runsOn || RUN_TICKS === undefined) return false;
    return socket.listenerCount('data') === 1 && socket._events.readable === undefined;
  }

  #arrive(req: NodeRequest, end: number): void {
    this.arrived = req;
    this.#arrivedAt = end;
  }

  /** @param end - where the content ends in its chunk */
  #push(req: NodeRequest, content: Uint8Array, end: number): void {
    if (req._dumped) return;
    let isTaken = false;
    try {
      if (!req.push(content)) this.#socket.pause();
      isTaken = true;
    } finally {
      if (!isTaken) this.stopAt(stopInBody(end));
    }
  }

  /** Behind listeners that may have entered another context, which is theirs. */
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
