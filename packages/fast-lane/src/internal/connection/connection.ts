/**
 * @module Hot: one connection in the fast lane: reads chunks, finds the ordinary requests in them, and leaves everything else to
 * Node. Bench: `npm run bench:lane`.
 */

import { AsyncResource, executionAsyncId } from 'node:async_hooks';
import { maxHeaderSize, type ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers';
import { Head } from '../head/head.ts';
import { BLANK, BODY_SIZE, IN_PARTS, ORDINARY, PARTIAL, SETTINGS } from '../head/outcome.ts';
import { recognise } from '../head/recognise.ts';
import {
  forgetTimeout,
  hushEnd,
  isInContextOf,
  type NodeBuffer,
  type NodeSocket,
} from '../node/node-internals.ts';
import { behind, type Chunks, HeldChunks, joined } from '../request/held-chunks.ts';
import { IncomingBodies } from '../request/incoming-bodies.ts';
import { own } from '../request/read-buffer.ts';
import { endOfFileError, refuse, stopAtHead, stoppedError } from '../request/refuse.ts';
import { collectInto } from '../response/flush-soon.ts';
import { Pressure } from '../response/pressure.ts';
import { ResponseQueue } from '../response/response-queue.ts';
import { dispatch } from './dispatch.ts';
import { handOver } from './hand-over.ts';
import { idleTimeout } from './idle-timeout.ts';
import type { Lane } from './lane.ts';
import { hasLaneMethods } from './listen.ts';
import { canCarryHeads } from './sweep.ts';

/** The longest body, in octets, that the lane feeds to its handler when it comes in several chunks. */
const BODY_LIMIT = 1_048_576;
/** How often a head may go on in another chunk. */
const MAX_PARTS = 16;

/** The head that is being dispatched: handlers run one after the other. */
const head = new Head();

export class Connection {
  readonly socket: NodeSocket;
  readonly lane: Lane;
  readonly pressure: Pressure;
  readonly queue: ResponseQueue;
  readonly held: HeldChunks = new HeldChunks();
  readonly bodies: IncomingBodies;
  /** Whether a head of more fields than Node's parser hands over at once has come. */
  hadManyFields = false;
  /** When something last began or ended, in ticks of the sweep. */
  since: number;
  /** Whether no request has come yet. */
  isFresh = true;
  /** Whether handlers are running: Node's parser has not completed their request, so the connection is not idle. */
  isDispatching = false;
  /** How many requests have been dispatched since the connection came, or came back. */
  served = 0;
  /** How often in succession it was handed over too soon for its return to have been worthwhile. */
  futile = 0;
  /** The server's `maxHeaderSize` when the connection came; 0 for Node's default. */
  readonly maxHeaderSize: number;
  /** Whether an upgrade has taken the socket: then nobody hears of its end but the response that has it. */
  isTaken = false;
  /** Whether Node would have set the time-out of an idle connection, and no head has come since. */
  isResting = false;
  /** Whether FIN has come behind octets that are held: nobody hears of it before Node has those. */
  hasEnd = false;
  /** Whether somebody has read the stream beside the lane: from then on Node's parser would be fed by it. */
  isReadBeside = false;
  /** The response of Node's that waits for those of the lane. */
  follower: ServerResponse | undefined;
  /** The context in which the connection came: nothing that a request enters is to be met by another. */
  readonly scope: AsyncResource = new AsyncResource('HTTPINCOMINGMESSAGE');
  /** Whether the handle reads in that context; unknown until it has read. */
  #readsInScope: boolean | undefined;
  /** The async id of a native read. */
  readonly #handleId: number | undefined;

  constructor(socket: NodeSocket, lane: Lane, maxHeaderSize: number = lane.server.maxHeaderSize || 0) {
    this.socket = socket;
    this.lane = lane;
    this.pressure = new Pressure(socket);
    this.queue = new ResponseQueue(socket, this);
    this.bodies = new IncomingBodies(socket, this.scope);
    this.since = lane.ticks;
    this.#handleId = socket._handle?.getAsyncId?.();
    this.maxHeaderSize = maxHeaderSize;
  }

  /** Whether nothing has been begun that isn't finished. */
  get isIdle(): boolean {
    return (
      !this.isDispatching &&
      this.bodies.isIdle &&
      this.held.isEmpty &&
      this.queue.waiting.length === 0 &&
      (this.queue.current?.finished ?? true)
    );
  }

  /** Somebody else reads the stream as well. */
  readBeside(): void {
    this.isReadBeside = true;
    this.bodies.runsOn = true;
  }

  /** Comes back from Node's lane, at rest. */
  begin(): void {
    this.held.take();
    this.isFresh = false;
    this.since = this.lane.ticks;
  }

  /** A chunk has come: behind a pause it comes in the context of whoever resumed the socket. */
  receive(chunk: Uint8Array): void {
    const { bodies } = this;
    const isRead = executionAsyncId() === this.#handleId;
    // In the midst of the ticks behind a piece, as with an empty write over TLS, nothing is run.
    bodies.isRead = isRead && bodies.arrived === null;
    // What the handle reads mostly comes in the context that the connection came in: to enter it once more costs a microsecond.
    if (isRead && this.#readsInScope === undefined) this.#readsInScope = isInContextOf(this.scope);
    const isInScope = isRead && this.#readsInScope === true;
    if (isInScope) this.#receive(chunk);
    else this.scope.runInAsyncScope(this.#receive, this, chunk);
    if (bodies.arrived === null) return;
    bodies.runTicks();
    // Not in what a handler may have entered.
    this.scope.runInAsyncScope(bodies.endArrived, bodies);
  }

  #receive(chunk: Uint8Array): void {
    const { bodies, held } = this;
    if (bodies.arrived !== null) bodies.endArrived();
    if (bodies.stop !== undefined) {
      refuse(this.socket, stoppedError(bodies.stop, own(chunk)));
      return;
    }
    if (held.isEmpty) this.#read(chunk, [chunk]);
    else if (held.isNodes) {
      held.add(chunk);
      if (held.isTooMuch) this.socket.pause();
    } else {
      const chunks = held.take();
      chunks.push(chunk);
      this.#read(joined(chunks), chunks);
    }
  }

  /** @param chunks - what the octets came in */
  #read(octets: Uint8Array, chunks: Chunks): void {
    // Taken first: a listener may transfer the memory of what it is given.
    const { length } = octets;
    const { bodies } = this;
    if (bodies.current !== null) this.since = this.lane.ticks;
    const at = bodies.feed(octets);
    if (at === length) return;
    if (at > 0) bodies.runsOn = true;
    if (!this.lane.serves() || !hasLaneMethods(this.socket)) {
      this.#hold(behind(chunks, at), SETTINGS);
      return;
    }
    let dispatched = false;
    this.isDispatching = true;
    collectInto(this.queue);
    try {
      this.#dispatchAll(octets, at, chunks);
      dispatched = true;
    } finally {
      if (!dispatched && bodies.stop === undefined) bodies.stopAt(stopAtHead(head.end));
      this.isDispatching = false;
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
      if (outcome === BLANK) {
        // Nothing that would be kept, and yet a sign of life; the time in which a first request is to come goes on.
        if (!this.isFresh) this.since = this.lane.ticks;
        return;
      }
      if (outcome !== ORDINARY) {
        this.#hold(behind(chunks, at), outcome);
        return;
      }
      const { end, contentLength } = head;
      if (contentLength > BODY_LIMIT && contentLength > length - end) {
        this.#hold(behind(chunks, at), BODY_SIZE);
        return;
      }
      head.readTexts(octets as NodeBuffer, at);
      dispatch(this, head, octets as NodeBuffer, at);
      at = Math.min(end + contentLength, length);
    }
  }

  /** Keeps octets that can't be dispatched now. Nothing that is Node's overtakes a response that is still to come. */
  #hold(chunks: Chunks, outcome: number): void {
    const { held } = this;
    const isNodes = outcome === PARTIAL && (chunks.length >= MAX_PARTS || !canCarryHeads(this.lane.server));
    held.keep(chunks, isNodes ? IN_PARTS : outcome);
    // A head that goes on has begun with its first part.
    if (chunks.length === 1) this.since = this.lane.ticks;
    if (!held.isNodes) return;
    if (this.queue.isEmpty) handOver(this);
    else if (held.isTooMuch) this.socket.pause();
  }

  /** All responses have finished. */
  idle(): void {
    const { follower, lane, socket } = this;
    this.since = lane.ticks;
    if (follower !== undefined) {
      this.follower = undefined;
      follower.assignSocket(socket);
      return;
    }
    if (this.isTaken) {
      // What Node does then, whoever has the socket.
      if (lane.server.keepAliveTimeout) socket.setTimeout(idleTimeout(lane.server));
      return;
    }
    // Node has it: these are responses from before that.
    if (this.hasEnd && !this.#isServed) return;
    if (socket._paused) this.pressure.relieve();
    // The head that is Node's may be one that doesn't go on.
    if (lane.server.keepAliveTimeout) this.rest();
    if (this.hasEnd || this.held.isNodes) this.#leave();
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
  wake(): void {
    this.isResting = false;
    if (this.socket.timeout) this.socket.setTimeout(0);
  }

  /** A tick later: what the last response still has to say comes before what Node says. */
  #leave(): void {
    process.nextTick(() => {
      if (!this.held.isEmpty && this.queue.isEmpty) handOver(this, this.held.reason, true);
    });
  }

  /** The socket is read again, and with it, in Node, what is held and a FIN behind it. */
  resumed(): void {
    // Behind responses that have been ended all is Node's in a moment.
    if (!this.hasEnd || this.held.isEmpty || this.queue.isAnswered) return;
    // As where Node reads it: in another turn of the event loop than what has made it read on.
    setImmediate(() => {
      if (!this.held.isEmpty) this.#endHeld();
    });
  }

  /**
   * FIN has come, and the stream is about to hear of it.
   *
   * @returns whether it waits for what is held
   */
  holdEnd(): boolean {
    // What lies in the stream's buffer comes before it by itself.
    if (this.held.isEmpty || this.socket.readableLength > 0 || !this.#isServed) return false;
    this.hasEnd = true;
    this.#endHeld();
    return true;
  }

  /** The stream has given the last octets before a FIN, and is about to tell of that. */
  hushEnd(): void {
    if (this.held.isEmpty || !this.#isServed) return;
    this.hasEnd = true;
    hushEnd(this.socket);
    // Behind the tick in which it would have told.
    process.nextTick(() => {
      if (!this.held.isEmpty) this.#endHeld();
    });
  }

  /** Gives what is held to Node, and FIN behind it, unless Node would not have read that yet. */
  #endHeld(): void {
    const { held, lane, queue, socket } = this;
    if (held.isNodes && socket._paused) return;
    // A socket that ends with its client sends nothing more, whatever the server says.
    const isHalfOpen = lane.server.httpAllowHalfOpen && socket.allowHalfOpen;
    if (queue.isEmpty || !isHalfOpen) handOver(this, held.reason, true);
  }

  /** Whether the lane has it, and not Node. */
  get #isServed(): boolean {
    return this.lane.connections.has(this);
  }

  /** The stream has told of FIN. */
  end(): void {
    const { bodies, held, queue, socket } = this;
    // By another way than `push`: still nothing that is Node's is lost.
    if (!held.isEmpty) {
      this.hasEnd = true;
      this.#endHeld();
      return;
    }
    const last = queue.waiting.at(-1) ?? queue.current;
    if (bodies.current !== null && bodies.stop === undefined) refuse(socket, endOfFileError());
    else if (!this.lane.server.httpAllowHalfOpen || last === null) socket.end();
    else last._last = true;
  }
}
