/**
 * @module Hot: one connection in the fast lane: reads chunks, dispatches the ordinary requests in them, and leaves everything
 * else to Node. Bench: `npm run bench:lane`.
 */

import { AsyncResource, executionAsyncId } from 'node:async_hooks';
import { maxHeaderSize } from 'node:http';
import { performance } from 'node:perf_hooks';
import { type BodyOffer, leaveTaken, offerBody } from './body-offer.ts';
import { makeExchange } from './exchange.ts';
import { collectInto } from './flush-soon.ts';
import { handOver } from './hand-over.ts';
import { Head } from './head.ts';
import { behind, type Chunks, joined, ownCopy } from './held-chunks.ts';
import type { Lane } from './lane.ts';
import { hasLaneMethods } from './listen.ts';
import {
  forgetTimeout,
  type NodeBuffer,
  type NodeRequest,
  type NodeResponse,
  type NodeSocket,
  SEPARATES_CONTEXTS,
} from './node-internals.ts';
import { BODY_SIZE, IN_PARTS, ORDINARY, PARTIAL, SETTINGS } from './outcome.ts';
import { Pressure } from './pressure.ts';
import { letGo, recognise } from './recognise.ts';
import { endOfFileError, refuse, type Stop, stopAtHead, stopInBody, stoppedError } from './refuse.ts';
import { readRepeated, readTexts } from './repeated-head.ts';
import { endBody, isUntouched } from './request-body.ts';
import { ResponseQueue } from './response-queue.ts';
import { rethrow, uncaughtErrors } from './uncaught.ts';

/** The longest body, in octets, that the lane feeds to its handler when it comes in several chunks. */
const BODY_LIMIT = 1_048_576;
/** How often a head may go on in another chunk. */
const MAX_PARTS = 16;
/** How many octets that are Node's may wait for the responses before them. */
const REST_LIMIT = 65_536;
/** In how many chunks they may come. */
const REST_CHUNKS = 256;
/** Node's parser hands over the fields of a head in lots of so many. */
const FIELDS_LOT = 31;

/** The head that is being dispatched: handlers run one after the other. */
const head = new Head();
const NOTHING: Uint8Array = new Uint8Array(0);

/** Reads the head that begins at a place of a chunk. */
function read(octets: NodeBuffer, start: number, limit: number): number {
  if (readRepeated(octets, start, limit, head)) {
    if (head.contentLength > 0 || head.end === octets.length) letGo();
    return ORDINARY;
  }
  const outcome = recognise(octets, start, limit, head);
  if (outcome === ORDINARY) readTexts(octets, start, head);
  return outcome;
}

export class Connection {
  readonly socket: NodeSocket;
  readonly lane: Lane;
  readonly pressure: Pressure;
  readonly queue: ResponseQueue;
  /** What has not been dispatched. */
  held: Chunks | undefined;
  #heldLength = 0;
  /** Why not: `PARTIAL` until more have come, or what Node is wanted for. */
  reason: number = PARTIAL;
  /** The request whose body is arriving. */
  body: NodeRequest | null = null;
  #bodyLeft = 0;
  /** Whether something has come, in one chunk, behind a place at which Node runs ticks: from then on it all runs without. */
  #runsOn = false;
  #hadManyFields = false;
  /** The request whose body has come and is about to end. */
  #ending: NodeRequest | null = null;
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
  /** Where Node's parser would have stopped when a listener threw. */
  #stop: Stop | undefined;
  /** The server's `maxHeaderSize` when the connection came; 0 for Node's default. */
  readonly maxHeaderSize: number;
  /** Whether Node would have set the time-out of an idle connection, and no head has come since. */
  isResting = false;
  /** Whether FIN has come while responses were pending that may still be sent. */
  #hasEnded = false;
  /** The context in which the connection came: nothing that a request enters is to be met by another. */
  readonly scope: AsyncResource = new AsyncResource('HTTPINCOMINGMESSAGE');
  /** The async id of a native read. */
  readonly #handleId: number | undefined;

  constructor(socket: NodeSocket, lane: Lane) {
    this.socket = socket;
    this.lane = lane;
    this.pressure = new Pressure(socket);
    this.queue = new ResponseQueue(socket, this);
    this.since = lane.ticks;
    this.#handleId = socket._handle?.getAsyncId?.();
    this.maxHeaderSize = lane.server.maxHeaderSize || 0;
  }

  /** Whether a listener has thrown where that stops Node's parser for good. */
  get isStopped(): boolean {
    return this.#stop !== undefined;
  }

  /** Whether nothing has been begun that isn't finished. */
  get isIdle(): boolean {
    return (
      this.body === null &&
      this.#ending === null &&
      this.held === undefined &&
      this.queue.waiting.length === 0 &&
      (this.queue.current?.finished ?? true)
    );
  }

  /** Comes back from Node's lane, at rest. */
  begin(): void {
    this.held = undefined;
    this.reason = PARTIAL;
    this.isFresh = false;
    this.since = this.lane.ticks;
  }

  /** A chunk has come: behind a pause it comes in the context of whoever resumed the socket. */
  receive(chunk: Uint8Array): void {
    // What the handle reads comes in the context that the connection came in: to enter it once more costs a microsecond.
    if (SEPARATES_CONTEXTS && executionAsyncId() === this.#handleId) this.#receive(chunk);
    else this.scope.runInAsyncScope(this.#receive, this, chunk);
  }

  #receive(chunk: Uint8Array): void {
    if (this.#stop !== undefined) {
      refuse(this.socket, stoppedError(this.#stop, chunk));
      return;
    }
    const { held } = this;
    if (held === undefined) this.#read(chunk, [chunk]);
    else if (this.reason !== PARTIAL) this.#addToHeld(held, chunk);
    else {
      this.held = undefined;
      held.push(chunk);
      this.#read(joined(held), held);
    }
  }

  #addToHeld(held: Chunks, chunk: Uint8Array): void {
    held.push(chunk);
    this.#heldLength += chunk.length;
    if (this.#heldLength > REST_LIMIT || held.length > REST_CHUNKS) this.socket.pause();
  }

  /** @param chunks - what the octets came in */
  #read(octets: Uint8Array, chunks: Chunks): void {
    // Taken first: a listener may transfer the memory of what it is given.
    const { length } = octets;
    const at = this.body === null ? 0 : this.#feed(octets, this.body);
    if (at === length) return;
    if (at > 0) this.#runsOn = true;
    if (!this.lane.serves() || !hasLaneMethods(this.socket)) {
      this.#hold(behind(chunks, at), SETTINGS);
      return;
    }
    let dispatched = false;
    collectInto(this.queue);
    try {
      this.#dispatchAll(octets, at, chunks);
      dispatched = true;
    } finally {
      if (!dispatched && this.#stop === undefined) this.#stopAt(stopAtHead(head.end));
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
      const outcome = read(octets as NodeBuffer, at, limit);
      if (outcome !== ORDINARY) {
        this.#hold(behind(chunks, at), outcome);
        return;
      }
      const { end, contentLength } = head;
      if (contentLength > BODY_LIMIT && contentLength > length - end) {
        this.#hold(behind(chunks, at), BODY_SIZE);
        return;
      }
      this.#dispatch(octets, at);
      at = Math.min(end + contentLength, length);
    }
  }

  /** Runs the handler at the head, as Node does, and gives it what there is of the body when it has returned. */
  #dispatch(octets: Uint8Array, start: number): void {
    const { lane, socket } = this;
    const { end, contentLength } = head;
    if (this.isResting) this.#wake();
    this.isFresh = false;
    this.served++;
    const isLast = end + contentLength >= octets.length;
    // Alone, or as the last of its batch, an answer leaves when it is given.
    this.queue.collecting = !isLast;
    // Node runs ticks behind a body, and before each head from the first of many fields on; here they run behind the chunk.
    if (head.fields > FIELDS_LOT) this.#hadManyFields = true;
    if ((contentLength > 0 && !isLast) || (start > 0 && this.#hadManyFields)) this.#runsOn = true;
    this.pressure.yieldTo(this.queue.waiting.length);
    const { req, res } = makeExchange(lane, socket, head);
    this.queue.enter(req, res);
    lane.counts.fast++;
    const content = contentLength === 0 ? NOTHING : octets.subarray(end, end + contentLength);
    const offer = contentLength > 0 && content.length === contentLength ? offerBody(req, content) : undefined;
    // The first of a chunk is in it already. Before Node 24 those behind it share what it enters for good, as with Node's parser.
    const isInScope = !SEPARATES_CONTEXTS || start === 0;
    if (offer !== undefined) this.#offer(offer, req, res, isInScope);
    else if (isInScope) lane.server.emit('request', req, res);
    else this.scope.runInAsyncScope(lane.server.emit, lane.server, 'request', req, res);
    if (offer?.isTaken) {
      leaveTaken(req);
      return;
    }
    if (content.length > 0) this.#push(req, ownCopy(content), end + content.length);
    if (content.length < contentLength) {
      this.body = req;
      this.#bodyLeft = contentLength - content.length;
      this.bodySince = performance.now();
    } else if (content.length === 0 || isUntouched(req) || req.destroyed || this.#hasNoTicks()) {
      this.#endBody(req);
    } else this.#endLater(req, octets.length);
  }

  /** Dispatches a request whose body may be taken. */
  #offer(offer: BodyOffer, req: NodeRequest, res: NodeResponse, isInScope: boolean): void {
    const { server } = this.lane;
    try {
      if (isInScope) server.emit('request', req, res);
      else this.scope.runInAsyncScope(server.emit, server, 'request', req, res);
    } catch (error) {
      // What is thrown behind the end of a body is thrown in a tick, and Node's parser has done with it by then.
      if (!offer.isTaken) throw error;
      process.nextTick(rethrow, error);
    }
    offer.end();
  }

  /** Whether nothing runs between the callbacks for this chunk: nor does it in Node while somebody else reads the socket. */
  #hasNoTicks(): boolean {
    return this.#runsOn || this.socket.listenerCount('data') > 1;
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
      if (uncaughtErrors() > before) this.#stopAt(stopInBody(at));
      else {
        this.#ending = null;
        // In the context of the connection, whatever the handler has entered.
        this.scope.runInAsyncScope(this.#endBody, this, req);
      }
    });
  }

  /** Gives the body that is arriving its part of a chunk, and returns where that ends. */
  #feed(octets: Uint8Array, req: NodeRequest): number {
    const end = Math.min(this.#bodyLeft, octets.length);
    this.#bodyLeft -= end;
    this.since = this.lane.ticks;
    this.#push(req, end === octets.length ? octets : ownCopy(octets.subarray(0, end)), end);
    if (this.#bodyLeft > 0) return end;
    this.body = null;
    this.#endBody(req);
    return end;
  }

  /** @param end - where the content ends in its chunk */
  #push(req: NodeRequest, content: Uint8Array, end: number): void {
    if (req._dumped) return;
    let isTaken = false;
    try {
      if (!req.push(content)) this.socket.pause();
      isTaken = true;
    } finally {
      if (!isTaken) this.#stopAt(stopInBody(end));
    }
  }

  #stopAt(stop: Stop): void {
    this.#stop = stop;
    // What has stopped the parser never ends.
    if (this.body === null) this.bodySince = performance.now();
  }

  #endBody(req: NodeRequest): void {
    const { socket } = this;
    endBody(req);
    if (!socket.readableFlowing && !socket._paused && socket.readable) socket.resume();
  }

  /** Keeps octets that can't be dispatched now. Nothing that is Node's overtakes a response that is still to come. */
  #hold(chunks: Chunks, outcome: number): void {
    this.reason = outcome === PARTIAL && chunks.length >= MAX_PARTS ? IN_PARTS : outcome;
    this.held = chunks;
    this.#heldLength = chunks.reduce((length, chunk) => length + chunk.length, 0);
    // A head that goes on has begun with its first part.
    if (chunks.length === 1) this.since = this.lane.ticks;
    if (this.reason === PARTIAL) return;
    if (this.queue.isEmpty) handOver(this);
    else if (this.#heldLength > REST_LIMIT) this.socket.pause();
  }

  /** All responses have finished. */
  idle(): void {
    const { lane, socket } = this;
    this.since = lane.ticks;
    if (socket._paused) this.pressure.relieve();
    if (this.#hasEnded || (this.held !== undefined && this.reason !== PARTIAL)) this.#leave();
    else if (lane.server.keepAliveTimeout) this.rest();
  }

  /**
   * Node sets the time-out of an idle connection here; the sweep stands in for that, until somebody sets another.
   *
   * @param isSet - whether somebody has
   */
  rest(isSet = false): void {
    const { socket } = this;
    this.isResting = true;
    if (isSet || socket.timeout === undefined) return;
    if (socket.timeout) socket.setTimeout(0);
    forgetTimeout(socket);
  }

  /** What somebody has set behind the last response was for the time up to here, as in Node's `resetSocketTimeout`. */
  #wake(): void {
    this.isResting = false;
    if (this.socket.timeout) this.socket.setTimeout(0);
  }

  /** A tick later: what the last response still has to say comes before what Node says. */
  #leave(): void {
    process.nextTick(() => {
      if (this.held !== undefined && this.queue.isEmpty) handOver(this, this.#hasEnded);
    });
  }

  /** FIN has come. */
  end(): void {
    const { socket, queue } = this;
    const last = queue.waiting.at(-1) ?? queue.current;
    const { httpAllowHalfOpen } = this.lane.server;
    if (this.body !== null && this.#stop === undefined) refuse(socket, endOfFileError());
    else if (this.held !== undefined && httpAllowHalfOpen && last !== null) this.#hasEnded = true;
    else if (this.held !== undefined) handOver(this, true);
    else if (!httpAllowHalfOpen || last === null) socket.end();
    else last._last = true;
  }
}
