/**
 * @module State of one connection, and its events. `reading`, `dispatch`, `end-of-input`, `finished`, `hand-over` and
 * `take-back` act on it without knowing each other.
 */

import type { AsyncResource } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import type { NodeSocket } from '@nextpress-internal/internals/node';
import { clearTimeoutMark } from '../node/node-socket.ts';
import { HeldChunks } from '../request/held-chunks.ts';
import { IncomingBodies } from '../request/incoming-bodies.ts';
import { Backpressure } from '../response/backpressure.ts';
import { ResponseQueue } from '../response/response-queue.ts';
import type { Lane } from './lane.ts';
import { ReadScope } from './read-scope.ts';
import { type Event, nextState, type State } from './state.ts';
import type { Sweep } from './sweep.ts';

export abstract class Connection {
  state: State = 'fresh';
  readonly socket: NodeSocket;
  readonly lane: Lane;
  readonly sweep: Sweep<Connection>;
  readonly backpressure: Backpressure;
  readonly queue: ResponseQueue;
  readonly held: HeldChunks = new HeldChunks();
  readonly bodies: IncomingBodies;
  readonly readScope: ReadScope;
  /** The sweep's tick at which something last started or ended. */
  since: number;
  /** Requests that the lane has dispatched since the connection opened or was taken back. */
  served = 0;
  /** Consecutive hand-overs that came too soon for taking the connection back to pay off. */
  consecutiveBounces = 0;
  /** True after a head with more headers than Node's parser reports per callback. */
  hadManyHeaders = false;
  /**
   * True once the application has attached its own `data` or `readable` listener; Node then feeds its parser from the
   * stream.
   */
  hasForeignReader = false;
  /** Whether Node would have started the idle timeout, with no request head since. */
  hasIdleTimeout = false;
  /** Whether the dispatch of held requests is already scheduled. */
  isContinuing = false;
  /** Node's first response after a hand-over, which waits until the lane's responses have finished. */
  deferredResponse: ServerResponse | undefined;
  /** The server's `maxHeaderSize` when the connection opened, or 0 for Node's default. */
  readonly maxHeaderSize: number;

  constructor(
    socket: NodeSocket,
    lane: Lane,
    sweep: Sweep<Connection>,
    maxHeaderSize: number = lane.server.maxHeaderSize || 0,
  ) {
    this.socket = socket;
    this.lane = lane;
    this.sweep = sweep;
    this.backpressure = new Backpressure(socket);
    this.queue = new ResponseQueue(socket, this);
    this.readScope = new ReadScope(socket);
    this.bodies = new IncomingBodies(socket, this.scope, this);
    this.since = sweep.ticks;
    this.maxHeaderSize = maxHeaderSize;
  }

  /** The socket has read a chunk. */
  abstract receive(chunk: Uint8Array): void;
  /** FIN was received, and the stream is about to learn of it; returns whether that is deferred. */
  abstract deferEnd(): boolean;
  /** The stream has delivered its last bytes, and is about to emit `end`. */
  abstract suppressEnd(): void;
  abstract ended(): void;
  /** The socket was resumed. */
  abstract resumed(): void;
  abstract timedOut(): void;
  abstract closed(): void;
  /** Some unsent data has been sent. */
  abstract advanced(): void;
  /** Every response has finished. */
  abstract finished(): void;

  move(event: Event): void {
    this.state = nextState(this.state, event);
  }

  get scope(): AsyncResource {
    return this.readScope.resource;
  }

  /** Whether the lane, rather than Node, reads the connection. */
  get isInLane(): boolean {
    return this.state !== 'inNode' && this.state !== 'upgraded' && this.state !== 'closed';
  }

  /** Whether `closeIdleConnections()` may close the connection: no message is in progress. */
  get isBetweenMessages(): boolean {
    const { bodies, held, queue, state } = this;
    return (
      (state === 'fresh' || state === 'idle' || state === 'responding') &&
      bodies.isIdle &&
      held.isEmpty &&
      queue.waiting.length === 0 &&
      (queue.current?.finished ?? true)
    );
  }

  /** A handler or a body reader threw. */
  failed(): void {
    this.move('fail');
  }

  markForeignReader(): void {
    this.hasForeignReader = true;
    this.bodies.isFed = true;
  }

  /**
   * Node starts its idle timeout here. The sweep replaces it until the application sets its own.
   *
   * @param isSet - whether the application has already set a timeout
   */
  startIdle(isSet = false): void {
    const { socket } = this;
    this.hasIdleTimeout = true;
    if (isSet || socket.timeout === undefined) return;
    if (socket.timeout) socket.setTimeout(0);
    clearTimeoutMark(socket);
  }

  /** A timeout set after the last response ends here, as in Node's `resetSocketTimeout`. */
  endIdle(): void {
    this.hasIdleTimeout = false;
    if (this.socket.timeout) this.socket.setTimeout(0);
  }

  resumeInLane(): void {
    this.held.take();
    this.move('takeBack');
    this.since = this.sweep.ticks;
  }
}
