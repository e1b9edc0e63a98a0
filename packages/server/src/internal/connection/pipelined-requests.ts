/**
 * @module Pipelined requests that Node has parsed: it parses a whole chunk, however much the responses to it leave unsent. The fast lane
 * has the same limits.
 */

import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers';

/** The number of pipelined requests that handlers may be working on. */
const MAX_PENDING = 100;
/** When this many bytes are unsent, no further request starts. */
const UNSENT_LIMIT = 1_048_576;

interface WaitingRequest {
  readonly res: ServerResponse;
  readonly start: () => void;
}

const pipelines = new WeakMap<Socket, Pipeline>();

/**
 * Whether a request that comes before earlier responses have been sent has to wait, because too many are pending or unsent.
 *
 * @param start - called when it is the request's turn; asking again then returns `false`
 */
export function waitsInPipeline(
  { socket }: IncomingMessage,
  res: ServerResponse,
  start: () => void,
): boolean {
  let pipeline = pipelines.get(socket);
  if (pipeline === undefined) {
    pipeline = new Pipeline(socket);
    pipelines.set(socket, pipeline);
  }
  return pipeline.holds({ res, start });
}

class Pipeline {
  readonly #socket: Socket;
  /** Responses of requests that have started, in order, without the connection's first. */
  readonly #pending = new Set<ServerResponse>();
  readonly #waiting: WaitingRequest[] = [];
  #isDue = false;
  #isStopped = false;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  get #isFull(): boolean {
    if (this.#pending.size >= MAX_PENDING) return true;
    // Node pauses a socket before a request if more than its high-water mark is unsent.
    if (!this.#socket.isPaused()) return false;
    let unsent = this.#socket.writableLength;
    // The socket has the bytes of the response whose turn it is.
    for (const { socket, writableLength } of this.#pending) if (socket === null) unsent += writableLength;
    return unsent >= UNSENT_LIMIT;
  }

  holds({ res, start }: WaitingRequest): boolean {
    if (this.#pending.has(res)) return false;
    if (this.#waiting.length === 0 && !this.#isFull) {
      this.#admit(res);
      return false;
    }
    this.#waiting.push({ res, start: AsyncResource.bind(start) });
    this.#stopReading();
    // Emitted when all earlier responses have been sent.
    res.once('socket', this.#startSoon);
    return true;
  }

  #admit(res: ServerResponse): void {
    this.#pending.add(res);
    res.once('close', () => {
      this.#pending.delete(res);
      if (this.#waiting.length > 0) this.#startSoon();
      // Not earlier: Node would end the socket at FIN, and drop the responses that are still to come.
      else if (this.#pending.size === 0) this.#readOn();
    });
  }

  /** Node would read on: it stops for unsent responses, and not for requests without one. */
  #stopReading(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#socket.on('resume', this.#pauseAgain);
    this.#socket.pause();
  }

  /** Node resumes the socket after each message. */
  readonly #pauseAgain = (): void => {
    this.#socket.pause();
  };

  #readOn(): void {
    if (!this.#isStopped) return;
    this.#isStopped = false;
    this.#socket.off('resume', this.#pauseAgain);
    this.#socket.resume();
  }

  /** Never from inside another response. */
  readonly #startSoon = (): void => {
    if (this.#isDue || this.#waiting.length === 0) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      this.#startWaiting();
    });
  };

  #startWaiting(): void {
    for (
      let next = this.#waiting[0];
      // Nothing is pending before a response that has the socket.
      next !== undefined && !this.#socket.destroyed && (next.res.socket !== null || !this.#isFull);
      next = this.#waiting[0]
    ) {
      this.#waiting.shift();
      // Before the request starts. Only the last one's body can be still to come.
      if (!next.res.req.complete) this.#readOn();
      this.#admit(next.res);
      next.start();
    }
  }
}
