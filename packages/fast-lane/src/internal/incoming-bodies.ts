/**
 * @module Hot: the bodies of one connection, each given to its request as it arrives, and ended when Node would end it. Bench:
 * `npm run bench:lane`.
 */

import type { AsyncResource } from 'node:async_hooks';
import { performance } from 'node:perf_hooks';
import { ownCopy } from './held-chunks.ts';
import type { NodeRequest, NodeSocket } from './node-internals.ts';
import { startReading } from './reading.ts';
import { type Stop, stopInBody } from './refuse.ts';
import { endBody, isUntouched } from './request-body.ts';
import { uncaughtErrors } from './uncaught.ts';

export class IncomingBodies {
  /** The request whose body is arriving. */
  current: NodeRequest | null = null;
  /** When that began, in milliseconds. */
  since = 0;
  /** Where Node's parser would have stopped when a listener threw: nothing is read behind that. */
  stop: Stop | undefined;
  /** Whether something has come, in one chunk, behind a place at which Node runs ticks: from then on it all runs without. */
  runsOn = false;
  readonly #socket: NodeSocket;
  readonly #scope: AsyncResource;
  #left = 0;
  /** The request whose body has come and is about to end. */
  #ending: NodeRequest | null = null;

  /** @param scope - the context of the connection */
  constructor(socket: NodeSocket, scope: AsyncResource) {
    this.#socket = socket;
    this.#scope = scope;
  }

  /** Whether none is arriving, nor about to end. */
  get isIdle(): boolean {
    return this.current === null && this.#ending === null;
  }

  /**
   * A request has been dispatched: gives it what there is of its body.
   *
   * @param length - of the whole body
   * @param end - where the content ends in its chunk
   */
  begin(req: NodeRequest, content: Uint8Array, length: number, end: number): void {
    if (content.length > 0) this.#push(req, ownCopy(content), end);
    if (content.length < length) {
      this.current = req;
      this.#left = length - content.length;
      this.since = performance.now();
    } else if (content.length === 0 || isUntouched(req) || req.destroyed || this.#hasNoTicks()) {
      this.#end(req);
    } else this.#endLater(req, end);
  }

  /** Gives the body that is arriving, if one is, its part of a chunk, and returns where that ends. */
  feed(octets: Uint8Array): number {
    const req = this.current;
    if (req === null) return 0;
    const end = Math.min(this.#left, octets.length);
    this.#left -= end;
    this.#push(req, end === octets.length ? octets : ownCopy(octets.subarray(0, end)), end);
    if (this.#left > 0) return end;
    this.current = null;
    this.#end(req);
    return end;
  }

  /** A listener has thrown. */
  stopAt(stop: Stop): void {
    this.stop = stop;
    // Under pressure, too: nobody else would see the client leave.
    startReading(this.#socket);
    // What has stopped the parser never ends.
    if (this.current === null) this.since = performance.now();
  }

  /** Whether nothing runs between the callbacks for this chunk: nor does it in Node while somebody else reads the socket. */
  #hasNoTicks(): boolean {
    return this.runsOn || this.#socket.listenerCount('data') > 1;
  }

  /**
   * Ends a body that somebody has begun to read a tick later than it has come, as Node does: who pauses at the last piece gets
   * no end before he resumes.
   *
   * @param at - where it ends in its chunk
   */
  #endLater(req: NodeRequest, at: number): void {
    const before = uncaughtErrors();
    this.#ending = req;
    process.nextTick(() => {
      // A tick that throws stops Node's parser as a listener does.
      if (uncaughtErrors() > before) this.stopAt(stopInBody(at));
      else {
        this.#ending = null;
        // In the context of the connection, whatever the handler has entered.
        this.#scope.runInAsyncScope(this.#end, this, req);
      }
    });
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

  #end(req: NodeRequest): void {
    const socket = this.#socket;
    endBody(req);
    if (!socket.readableFlowing && !socket._paused && socket.readable) socket.resume();
  }
}
