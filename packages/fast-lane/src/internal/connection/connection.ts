/**
 * @module What is known of one connection, and what can happen to it. `reading`, `dispatch`, `end-of-input`, `finished`, `hand-over`
 * and `take-back` act on it, and know nothing else of each other.
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
  /** When something last started or ended, in ticks of the sweep. */
  since: number;
  /** How many requests the lane has dispatched since the connection came, or came back. */
  served = 0;
  /** How often in succession the connection was handed over too soon for its return to pay off. */
  consecutiveBounces = 0;
  /** True after a head with more headers than Node's parser reports in one callback. */
  hadManyHeaders = false;
  /** True once user code has attached its own `data` or `readable` listener; Node then feeds its parser from the stream. */
  hasForeignReader = false;
  /** Whether Node would have set the timeout of an idle connection, and no head has come since. */
  hasIdleTimeout = false;
  /** Whether requests that were too early are about to be dispatched. */
  isContinuing = false;
  /** Node's first response after a hand-over, which waits until those of the lane have finished. */
  deferredResponse: ServerResponse | undefined;
  /** The server's `maxHeaderSize` when the connection came, or 0 for Node's default. */
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

  /** A chunk has come from the socket. */
  abstract receive(chunk: Uint8Array): void;
  /** FIN has come, and the stream is about to be told; returns whether that is deferred. */
  abstract deferEnd(): boolean;
  /** The stream has given its last bytes, and is about to emit `end`. */
  abstract suppressEnd(): void;
  /** The stream has emitted `end`. */
  abstract ended(): void;
  /** The socket is read again. */
  abstract resumed(): void;
  abstract timedOut(): void;
  abstract closed(): void;
  /** Some of what is unsent has been sent. */
  abstract advanced(): void;
  /** Every response has finished. */
  abstract finished(): void;

  move(event: Event): void {
    this.state = nextState(this.state, event);
  }

  get scope(): AsyncResource {
    return this.readScope.resource;
  }

  /** Whether the lane reads the connection, and not Node. */
  get isInLane(): boolean {
    return this.state !== 'inNode' && this.state !== 'upgraded' && this.state !== 'closed';
  }

  /** Whether `closeIdleConnections()` may close it: every message that has begun is complete. */
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

  /** User code has thrown while it read a body, or in a handler. */
  failed(): void {
    this.move('fail');
  }

  markForeignReader(): void {
    this.hasForeignReader = true;
    this.bodies.isFed = true;
  }

  /**
   * Node sets the timeout of an idle connection here. The sweep stands in for it until user code sets another one.
   *
   * @param isSet - whether user code has set one already
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
