/**
 * @module Hot: one connection in the fast lane: reads chunks, dispatches the ordinary requests in them, and leaves everything
 * else to Node. Bench: `npm run bench:lane`.
 */

import { AsyncResource } from 'node:async_hooks';
import { maxHeaderSize } from 'node:http';
import { leaveTaken, offerBody } from './body-offer.ts';
import { makeExchange } from './exchange.ts';
import { collectInto } from './flush-soon.ts';
import { handOver } from './hand-over.ts';
import { Head } from './head.ts';
import { behind, type Chunks, lengthOf, NO_CHUNKS } from './held-chunks.ts';
import type { Lane } from './lane.ts';
import {
  DRAINS_WHEN_EMPTY,
  NEED_DRAIN,
  type NodeBuffer,
  type NodeRequest,
  type NodeSocket,
  SEPARATES_CONTEXTS,
} from './node-internals.ts';
import { BODY_SIZE, ORDINARY, PARTIAL, SETTINGS } from './outcome.ts';
import { recognise } from './recognise.ts';
import { endOfFileError, refuse, stoppedError } from './refuse.ts';
import { endBody } from './request-body.ts';
import { ResponseQueue } from './response-queue.ts';

/** The longest body, in octets, that the lane feeds to its handler when it comes in several chunks. */
const BODY_LIMIT = 1_048_576;
/** How often a head may go on in another chunk. */
const MAX_PARTS = 16;
/** How many octets that are Node's may wait for the responses before them. */
const REST_LIMIT = 65_536;
/** With this many requests waiting for their turn no more are read. */
const MAX_WAITING = 1_000;

/** The head that is being dispatched: handlers run one after the other. */
const head = new Head();
const NOTHING: Uint8Array = new Uint8Array(0);

export class Connection {
  readonly socket: NodeSocket;
  readonly lane: Lane;
  readonly queue: ResponseQueue;
  /** What has not been dispatched. */
  held: Chunks = NO_CHUNKS;
  /** Why not: `PARTIAL` until more have come, or what Node is wanted for. */
  reason: number = PARTIAL;
  /** The request whose body is arriving. */
  body: NodeRequest | null = null;
  #bodyLeft = 0;
  /** When something last began or ended, in ticks of the sweep. */
  since: number;
  /** When the body that is arriving began, in milliseconds. */
  bodySince = 0;
  /** Whether no request has come yet. */
  isFresh = true;
  /** How many requests have been dispatched since the connection came, or came back. */
  served = 0;
  /** How often in succession it was handed over too soon for its return to have been worthwhile. */
  futile = 0;
  /** How far Node's parser would have come when a listener threw; -1 when none has. */
  #stopped = -1;
  /** The server's `maxHeaderSize` when the connection came; 0 for Node's default. */
  readonly maxHeaderSize: number;
  #pendingLength = 0;
  #scope: AsyncResource | undefined;

  constructor(socket: NodeSocket, lane: Lane) {
    this.socket = socket;
    this.lane = lane;
    this.queue = new ResponseQueue(socket, this);
    this.since = lane.ticks;
    this.maxHeaderSize = lane.server.maxHeaderSize || 0;
  }

  /** Whether nothing has been begun that isn't finished. */
  get isIdle(): boolean {
    return this.body === null && this.held.length === 0 && (this.queue.current?.finished ?? true);
  }

  /** Comes back from Node's lane, at rest. */
  begin(): void {
    this.held = NO_CHUNKS;
    this.reason = PARTIAL;
    this.isFresh = false;
    this.since = this.lane.ticks;
  }

  /** A chunk has come. */
  receive(chunk: Uint8Array): void {
    if (this.#stopped !== -1) {
      refuse(this.socket, stoppedError(this.#stopped, chunk));
      return;
    }
    const chunks = this.held.length === 0 ? [chunk] : [...this.held, chunk];
    this.held = NO_CHUNKS;
    if (this.reason === PARTIAL) this.#read(chunks.length === 1 ? chunk : Buffer.concat(chunks), chunks);
    else this.#hold(chunks, this.reason);
  }

  /** @param chunks - what the octets came in */
  #read(octets: Uint8Array, chunks: Chunks): void {
    const at = this.body === null ? 0 : this.#feed(octets, this.body);
    if (at === octets.length) return;
    if (!this.lane.serves()) {
      this.#hold(behind(chunks, at), SETTINGS);
      return;
    }
    if (SEPARATES_CONTEXTS) this.#scope ??= new AsyncResource('HTTPINCOMINGMESSAGE');
    let dispatched = false;
    collectInto(this.queue);
    try {
      this.#dispatchAll(octets, at, chunks);
      dispatched = true;
    } finally {
      if (!dispatched) this.#stopped = head.end;
      this.queue.collecting = false;
      collectInto(undefined);
      this.queue.flush();
    }
  }

  #dispatchAll(octets: Uint8Array, start: number, chunks: Chunks): void {
    const limit = this.maxHeaderSize || maxHeaderSize;
    const { length } = octets;
    let at = start;
    while (at < length) {
      const outcome = recognise(octets, at, limit, head);
      if (outcome !== ORDINARY) {
        this.#hold(behind(chunks, at), outcome);
        return;
      }
      const { end, contentLength } = head;
      if (contentLength > BODY_LIMIT && contentLength > length - end) {
        this.#hold(behind(chunks, at), BODY_SIZE);
        return;
      }
      this.#dispatch(octets, at, at === 0);
      at = Math.min(end + contentLength, length);
    }
  }

  /** Runs the handler at the head, as Node does, and gives it what there is of the body when it has returned. */
  #dispatch(octets: Uint8Array, start: number, isFirst: boolean): void {
    const { lane, socket } = this;
    const { end, contentLength } = head;
    this.isFresh = false;
    this.served++;
    // Alone, or as the last of its batch, an answer leaves when it is given.
    this.queue.collecting = end + contentLength < octets.length;
    this.#yieldToPressure();
    const { req, res } = makeExchange(lane, socket, octets as NodeBuffer, start, head);
    this.queue.enter(req, res);
    lane.counts.fast++;
    const content = contentLength === 0 ? NOTHING : octets.subarray(end, end + contentLength);
    const offer = contentLength > 0 && content.length === contentLength ? offerBody(req, content) : undefined;
    // The first of a chunk runs in the context that the chunk came in.
    if (!SEPARATES_CONTEXTS || isFirst) lane.server.emit('request', req, res);
    else this.#scope?.runInAsyncScope(lane.server.emit, lane.server, 'request', req, res);
    if (offer?.isTaken) {
      leaveTaken(req);
      return;
    }
    if (content.length > 0) this.#push(req, content);
    if (content.length === contentLength) this.#endBody(req);
    else {
      this.body = req;
      this.#bodyLeft = contentLength - content.length;
      this.bodySince = performance.now();
    }
  }

  /** Gives the body that is arriving its part of a chunk, and returns where that ends. */
  #feed(octets: Uint8Array, req: NodeRequest): number {
    const end = Math.min(this.#bodyLeft, octets.length);
    this.#bodyLeft -= end;
    this.#push(req, end === octets.length ? octets : octets.subarray(0, end));
    if (this.#bodyLeft === 0) {
      this.body = null;
      this.#endBody(req);
    }
    return end;
  }

  #push(req: NodeRequest, content: Uint8Array): void {
    if (!req._dumped && !req.push(content)) this.socket.pause();
  }

  #endBody(req: NodeRequest): void {
    const { socket } = this;
    endBody(req);
    if (!socket.readableFlowing && !socket._paused && socket.readable) socket.resume();
  }

  /** Keeps octets that can't be dispatched now. Nothing that is Node's overtakes a response that is still to come. */
  #hold(chunks: Chunks, outcome: number): void {
    this.reason = outcome;
    this.held = chunks;
    this.since = this.lane.ticks;
    if (outcome === PARTIAL && chunks.length < MAX_PARTS) return;
    if (this.queue.isEmpty) handOver(this);
    else if (lengthOf(chunks) > REST_LIMIT) this.socket.pause();
  }

  /** All responses have finished. */
  idle(): void {
    const { lane, socket } = this;
    this.since = lane.ticks;
    if (socket._paused) this.drained();
    if (this.held.length > 0 && (this.reason !== PARTIAL || this.held.length >= MAX_PARTS)) handOver(this);
    // Node sets the time-out of an idle connection here; the sweep stands in for that.
    else if (socket.timeout && lane.server.keepAliveTimeout) socket.setTimeout(0);
  }

  /** Node's back-pressure: more content waits than a socket is to hold. */
  pending(length: number): void {
    this.#pendingLength += length;
    this.drained();
  }

  #yieldToPressure(): void {
    const { socket } = this;
    if (socket._paused) return;
    if (
      socket._writableState.needDrain ||
      this.#pendingLength >= socket.writableHighWaterMark ||
      this.queue.waiting.length >= MAX_WAITING
    ) {
      socket._paused = true;
      socket.pause();
    }
  }

  /** The socket's buffer is empty, or less waits for it. */
  drained(): void {
    const { socket } = this;
    if (socket._paused && this.#pendingLength <= socket.writableHighWaterMark) {
      socket._paused = false;
      socket.resume();
    }
    const res = socket._httpMessage;
    if (!res || res.finished || !res[NEED_DRAIN] || (DRAINS_WHEN_EMPTY && res.writableLength > 0)) return;
    res[NEED_DRAIN] = false;
    res.emit('drain');
  }

  /** FIN has come. */
  end(): void {
    const { socket, queue } = this;
    const last = queue.waiting.at(-1) ?? queue.current;
    if (this.body !== null) refuse(socket, endOfFileError());
    else if (this.held.length > 0) handOver(this, true);
    else if (!this.lane.server.httpAllowHalfOpen || last === null) socket.end();
    else last._last = true;
  }
}
