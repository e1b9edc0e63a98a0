/**
 * @module Limits pipelined requests that Node has parsed: it parses whole chunks, even if the responses pile up unsent. The fast lane has
 * the same limits.
 */

import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers';

/** How many pipelined requests may be in handlers at once. */
const MAX_PENDING = 100;
/** No further request starts while this many bytes are unsent. */
const UNSENT_LIMIT = 1_048_576;

interface WaitingRequest {
  readonly res: ServerResponse;
  readonly start: () => void;
}

const pipelines = new WeakMap<Socket, Pipeline>();

/**
 * Whether a pipelined request has to wait, because too many earlier responses are pending or unsent.
 *
 * @param start - called when it is the request's turn; asking again then returns false
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
    // Node pauses a socket before a request if more bytes than its high-water mark are unsent.
    if (!this.#socket.isPaused()) return false;
    let unsent = this.#socket.writableLength;
    // The bytes of the response that owns the socket are already counted.
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
      // Not earlier: on FIN, Node would end the socket and drop the remaining responses.
      else if (this.#pending.size === 0) this.#readOn();
    });
  }

  /** Node would keep reading: it stops for unsent responses, not for requests without one. */
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

  /** Never called from inside another response. */
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
      // Nothing is pending before the response that owns the socket.
      next !== undefined && !this.#socket.destroyed && (next.res.socket !== null || !this.#isFull);
      next = this.#waiting[0]
    ) {
      this.#waiting.shift();
      // Before the request starts. Only the last request's body can still be incomplete.
      if (!next.res.req.complete) this.#readOn();
      this.#admit(next.res);
      next.start();
    }
  }
}
