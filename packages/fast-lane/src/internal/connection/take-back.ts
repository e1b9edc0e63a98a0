/**
 * @module Takes a connection back from Node's lane when it is at rest, so that one odd request doesn't cost a pooled connection the
 * fast lane for good. It is at rest when Node says that it is idle, no message has begun behind the last one, and that one
 * has been read to its end. Node then lets go of it as of a connection that has closed.
 */

import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers';
import type { NodeParser, NodeRequest } from '../node/node-internals.ts';
import type { Connection } from './connection.ts';
import type { NodeListeners } from './hand-over.ts';
import { idleTimeout } from './idle-timeout.ts';
import { isPlainSocket, LISTENER_ENTRIES, startListening } from './listen.ts';
import { placeOf } from './place.ts';

/** A connection that was handed over so often after fewer requests than this is Node's for good. */
const MAX_FUTILE = 3;
const WORTHWHILE = 8;

/** Watches a connection that is being handed over, if what tells of its rest is there. */
export function watchForRest(connection: Connection, listeners: NodeListeners): void {
  const { parser } = connection.socket;
  connection.futile = connection.served >= WORTHWHILE ? 0 : connection.futile + 1;
  connection.served = 0;
  const slot = parser && typeof parser.onIncoming === 'function' ? messageBeginSlot(parser) : undefined;
  if (!parser || slot === undefined || connection.futile > MAX_FUTILE) return;
  new Watch(connection, listeners, parser, slot);
}

/** Where parsers have their callbacks: the same for all of them. */
let slots: readonly number[] | undefined;

/** The one callback that Node's server leaves empty: the parser's for the first octet of a message. */
function messageBeginSlot(parser: NodeParser): number | undefined {
  slots ??= Object.keys(parser)
    .filter((key) => /^\d$/.test(key))
    .map(Number);
  const empty = slots.filter((slot) => parser[slot] === null);
  return empty.length === 1 ? empty[0] : undefined;
}

class Watch {
  readonly #connection: Connection;
  readonly #listeners: NodeListeners;
  readonly #parser: NodeParser;
  /** What it calls for this connection: a parser that is freed may soon be another's, this socket's other owner's among them. */
  readonly #onIncoming: NodeParser['onIncoming'];
  /** Whether a message has begun whose head isn't complete. */
  #hasBegun = false;
  #last: NodeRequest | undefined;
  /** Whether the last message leaves the connection open: Node's parser reads nothing behind one that doesn't. */
  #isKept = false;
  #isDue = false;
  /** The socket's, which somebody may have put there. */
  readonly #setTimeout: Socket['setTimeout'];
  /** What stands there in its place. */
  readonly #ownSetTimeout: Socket['setTimeout'];
  /** Whether no request has come over the connection yet. */
  #isFresh: boolean;

  constructor(connection: Connection, listeners: NodeListeners, parser: NodeParser, slot: number) {
    this.#connection = connection;
    this.#listeners = listeners;
    this.#parser = parser;
    this.#isFresh = connection.isFresh;
    const { socket } = connection;
    const { onIncoming } = parser;
    parser[slot] = () => {
      this.#hasBegun = true;
    };
    this.#onIncoming = (req, keepAlive) => {
      this.#hasBegun = false;
      this.#last = req;
      this.#isKept = keepAlive;
      if (this.#isFresh) this.#notice(keepAlive);
      const result = onIncoming(req, keepAlive);
      // Whoever has taken the socket keeps it.
      if (req.upgrade) this.#leave();
      return result;
    };
    parser.onIncoming = this.#onIncoming;
    // Node sets the time-out of an idle connection when the last response has finished.
    const { setTimeout } = socket;
    const look = (): void => this.#look();
    this.#setTimeout = setTimeout;
    this.#ownSetTimeout = function (this: Socket, ...args) {
      look();
      return setTimeout.apply(this, args);
    };
    Object.assign(socket, { setTimeout: this.#ownSetTimeout });
  }

  /** Keeps nothing of the exchange alive. */
  #leave(): void {
    const { socket } = this.#connection;
    this.#last = undefined;
    if (socket.setTimeout === this.#ownSetTimeout) Object.assign(socket, { setTimeout: this.#setTimeout });
  }

  #notice(isKept: boolean): void {
    const { newcomers } = this.#connection.lane;
    this.#isFresh = false;
    if (isKept) newcomers.stayed();
    else newcomers.left();
  }

  /** Looks when the streams of the exchange have ended, outside of the parser. */
  #look(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      const { scope } = this.#connection;
      if (this.#isAtRest()) scope.runInAsyncScope(this.#takeBack, this);
    });
  }

  #isAtRest(): boolean {
    const { lane, socket } = this.#connection;
    return (
      socket.parser === this.#parser &&
      this.#parser.onIncoming === this.#onIncoming &&
      this.#parser.incoming === null &&
      !this.#hasBegun &&
      this.#last?.complete === true &&
      this.#isKept &&
      // Behind one that asked for an upgrade and got none, Node's parser ignores everything.
      this.#last.headers.upgrade === undefined &&
      !socket._httpMessage &&
      !socket._paused &&
      !socket.destroyed &&
      socket.readable &&
      socket.writable &&
      socket.writableLength === 0 &&
      // Who reads along would be told of a request before its handler is.
      socket.listenerCount('data') === this.#listeners.get('data')?.length &&
      socket.listenerCount('readable') === 0 &&
      // What somebody has put in the place of a method of the socket stays there.
      socket.setTimeout === this.#ownSetTimeout &&
      isPlainSocket(socket) &&
      lane.serves()
    );
  }

  #takeBack(): void {
    const { lane, socket } = this.#connection;
    const served = [...this.#listeners].flatMap(([event, listeners]) =>
      listeners.slice(-1).map((last) => [event, last] as const),
    );
    const take = placeOf(socket, served);
    // It has read natively until somebody read along.
    if (this.#parser._consumed === false) this.#connection.readBeside();
    for (const listener of this.#listeners.get('close') ?? []) listener.call(socket);
    for (const [event, listeners] of this.#listeners) {
      for (const listener of listeners) EventEmitter.prototype.removeListener.call(socket, event, listener);
    }
    // Node's parser has given the socket back, and would not take it again otherwise.
    if (socket._handle) socket._handle._consumed = false;
    Object.assign(socket, { setTimeout: this.#setTimeout });
    if (lane.server.keepAliveTimeout) {
      // What Node has set the sweep stands in for; what somebody has set behind that stands.
      this.#connection.rest(socket.timeout !== idleTimeout(lane.server));
    }
    lane.counts.takenBack++;
    this.#connection.begin();
    startListening(this.#connection);
    take(LISTENER_ENTRIES.map(([event]) => [event, 1] as const));
  }
}
