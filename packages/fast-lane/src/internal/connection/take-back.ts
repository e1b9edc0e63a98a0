/**
 * @module Takes an idle connection back from Node, so that one unusual request doesn't cost a pooled connection the
 * fast lane. Node then frees its parser as if the connection had closed.
 */

import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers';
import type { NodeParser, NodeRequest } from '@nextpress-internal/internals/node';
import type { Connection } from './connection.ts';
import { isPlainSocket, LISTENER_ENTRIES, startListening } from './listen.ts';
import { listenerPosition, type NodeListeners } from './listener-position.ts';
import { idleTimeout } from './settings.ts';

/** After more bounces than this, a connection stays with Node. */
const MAX_BOUNCES = 3;
/** A hand-over after fewer requests counts as a bounce. */
const WORTHWHILE = 8;

/**
 * Watches a connection during its hand-over. If this Node's parser can't be watched, the connection stays with Node.
 */
export function watchForIdle(connection: Connection, listeners: NodeListeners): void {
  const { parser } = connection.socket;
  connection.consecutiveBounces = connection.served >= WORTHWHILE ? 0 : connection.consecutiveBounces + 1;
  connection.served = 0;
  const slot = parser && typeof parser.onIncoming === 'function' ? messageBeginSlot(parser) : undefined;
  if (!parser || slot === undefined || connection.consecutiveBounces > MAX_BOUNCES) return;
  new IdleWatch(connection, listeners, parser, slot);
}

/** The keys of the parser callbacks, the same for all parsers. */
let slots: readonly number[] | undefined;

/** The one callback that Node's server leaves unset: the parser's for the first byte of a message. */
function messageBeginSlot(parser: NodeParser): number | undefined {
  slots ??= Object.keys(parser)
    .filter((key) => /^\d$/.test(key))
    .map(Number);
  const empty = slots.filter((slot) => parser[slot] === null);
  return empty.length === 1 ? empty[0] : undefined;
}

class IdleWatch {
  readonly #connection: Connection;
  readonly #listeners: NodeListeners;
  readonly #parser: NodeParser;
  /** Identifies this connection's parser: Node soon reuses a freed one for another connection. */
  readonly #onIncoming: NodeParser['onIncoming'];
  /** Whether a message has begun whose head is incomplete. */
  #hasBegun = false;
  #last: NodeRequest | undefined;
  /** Whether the last message keeps the connection alive: Node's parser ignores everything after one that doesn't. */
  #isKeptAlive = false;
  #isDue = false;
  /** The socket's method, which the application may have replaced. */
  readonly #setTimeout: Socket['setTimeout'];
  /** The method that replaces it. */
  readonly #ownSetTimeout: Socket['setTimeout'];
  /** Whether the first request is still to come. */
  #isFresh: boolean;

  constructor(connection: Connection, listeners: NodeListeners, parser: NodeParser, slot: number) {
    this.#connection = connection;
    this.#listeners = listeners;
    this.#parser = parser;
    this.#isFresh = connection.state === 'fresh';
    const { socket } = connection;
    const { onIncoming } = parser;
    parser[slot] = () => {
      this.#hasBegun = true;
    };
    this.#onIncoming = (req, isKeptAlive) => {
      this.#hasBegun = false;
      this.#last = req;
      this.#isKeptAlive = isKeptAlive;
      if (this.#isFresh) this.#countFirst(isKeptAlive);
      const result = onIncoming(req, isKeptAlive);
      // A listener that took over the socket keeps it.
      if (req.upgrade) this.#stop();
      return result;
    };
    parser.onIncoming = this.#onIncoming;
    // Node starts the idle timeout when the last response has finished.
    const { setTimeout } = socket;
    const look = (): void => this.#look();
    this.#setTimeout = setTimeout;
    this.#ownSetTimeout = function (this: Socket, ...args) {
      look();
      return setTimeout.apply(this, args);
    };
    Object.assign(socket, { setTimeout: this.#ownSetTimeout });
  }

  #stop(): void {
    const { socket } = this.#connection;
    this.#last = undefined;
    if (socket.setTimeout === this.#ownSetTimeout) Object.assign(socket, { setTimeout: this.#setTimeout });
  }

  #countFirst(isKeptAlive: boolean): void {
    const { shortLived } = this.#connection.lane;
    this.#isFresh = false;
    if (isKeptAlive) shortLived.keptAlive();
    else shortLived.closed();
  }

  /** Checks outside of the parser's callbacks, after the exchange's streams have ended. */
  #look(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      const { scope } = this.#connection;
      if (this.#isIdle()) scope.runInAsyncScope(this.#takeBack, this);
    });
  }

  #isIdle(): boolean {
    const { lane, socket } = this.#connection;
    return (
      socket.parser === this.#parser &&
      this.#parser.onIncoming === this.#onIncoming &&
      this.#parser.incoming === null &&
      !this.#hasBegun &&
      this.#last?.complete === true &&
      this.#isKeptAlive &&
      // After a rejected upgrade, Node's parser ignores everything.
      this.#last.headers.upgrade === undefined &&
      !socket._httpMessage &&
      !socket._paused &&
      !socket.destroyed &&
      socket.readable &&
      socket.writable &&
      socket.writableLength === 0 &&
      // A foreign reader would see a request before its handler does.
      socket.listenerCount('data') === this.#listeners.get('data')?.length &&
      socket.listenerCount('readable') === 0 &&
      // Methods that the application replaced must stay.
      socket.setTimeout === this.#ownSetTimeout &&
      isPlainSocket(socket) &&
      lane.serves()
    );
  }

  #takeBack(): void {
    const connection = this.#connection;
    const { lane, socket } = connection;
    const served = [...this.#listeners].flatMap(([event, listeners]) =>
      listeners.slice(-1).map((last) => [event, last] as const),
    );
    const moveListeners = listenerPosition(socket, served);
    // The parser reads natively until the application reads the stream.
    if (this.#parser._consumed === false) connection.markForeignReader();
    for (const listener of this.#listeners.get('close') ?? []) listener.call(socket);
    for (const [event, listeners] of this.#listeners) {
      for (const listener of listeners) EventEmitter.prototype.removeListener.call(socket, event, listener);
    }
    // Node's parser has released the socket. Without this, it would not consume the socket again.
    if (socket._handle) socket._handle._consumed = false;
    Object.assign(socket, { setTimeout: this.#setTimeout });
    // The sweep replaces Node's idle timeout. A timeout that the application has set since then stays.
    if (lane.server.keepAliveTimeout) connection.startIdle(socket.timeout !== idleTimeout(lane.server));
    lane.counts.takenBack++;
    connection.resumeInLane();
    startListening(connection);
    moveListeners(LISTENER_ENTRIES.map(([event]) => [event, 1] as const));
  }
}
