/** @module What the lane listens to on a socket, in the place of Node's own listeners. */

import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import { DESTROYS_WAITING, isAtEnd, type NodeRequest, type NodeSocket } from '../node/node-internals.ts';
import { octetsRead, own, useReadBuffer } from '../request/read-buffer.ts';
import { startReading, stopReading } from '../request/reading.ts';
import { onError } from '../request/refuse.ts';
import { emitClose } from '../response/response-finish.ts';
import type { ResponseQueue } from '../response/response-queue.ts';
import { REQUEST } from '../response/response-slots.ts';
import type { Connection } from './connection.ts';
import type { SocketListener } from './place.ts';

const CONNECTION: unique symbol = Symbol('nextpress.connection');

const { removeListener } = EventEmitter.prototype;
const on: EventEmitter['on'] = Socket.prototype.on;

interface LaneSocket extends NodeSocket {
  [CONNECTION]: Connection;
}

/** Shared by all sockets: each finds its connection on the socket. */
const LISTENERS = {
  data(this: LaneSocket, chunk: Buffer): void {
    const connection = this[CONNECTION];
    if (isReadBeside(this)) connection.readBeside();
    connection.receive(chunk);
    if (isAtEnd(this)) connection.hushEnd();
  },
  end(this: LaneSocket): void {
    this[CONNECTION].end();
  },
  error: onError,
  timeout(this: LaneSocket): void {
    timedOut(this, this[CONNECTION]);
  },
  drain(this: LaneSocket): void {
    this[CONNECTION].pressure.relieve();
  },
  pause(this: LaneSocket): void {
    const connection = this[CONNECTION];
    if (isReadBeside(this)) connection.readBeside();
    stopReading(this, connection.bodies.runsOn);
  },
  resume(this: LaneSocket): void {
    // A body that is read resumes the socket by itself.
    if (this._paused) {
      this.pause();
      return;
    }
    startReading(this);
    this[CONNECTION].resumed();
  },
  close(this: LaneSocket): void {
    closed(this[CONNECTION]);
  },
};

/** Whether somebody else reads the stream. */
function isReadBeside({ _events }: NodeSocket): boolean {
  return _events.data !== LISTENERS.data || _events.readable !== undefined;
}

function flushBefore(socket: LaneSocket): void {
  const { queue } = socket[CONNECTION];
  queue.leaveSent();
  queue.flushCurrent();
}

/**
 * What Node would have written by now leaves before anything that a handler, or a timer, does to the socket itself; and its stream
 * hears of a FIN behind what is held, as where that has been read.
 */
const METHODS = {
  write(this: LaneSocket, ...args: unknown[]): boolean {
    flushBefore(this);
    return Reflect.apply(Socket.prototype.write, this, args);
  },
  end(this: LaneSocket, ...args: unknown[]): LaneSocket {
    flushBefore(this);
    return Reflect.apply(Socket.prototype.end, this, args);
  },
  destroy(this: LaneSocket, ...args: unknown[]): LaneSocket {
    flushBefore(this);
    return Reflect.apply(Socket.prototype.destroy, this, args);
  },
  cork(this: LaneSocket): void {
    this[CONNECTION].queue.flushCurrent();
    Socket.prototype.cork.call(this);
  },
  push(this: LaneSocket, chunk: unknown, encoding?: BufferEncoding): boolean {
    if (chunk === null && this[CONNECTION].holdEnd()) return false;
    return Socket.prototype.push.call(this, chunk, encoding);
  },
  setEncoding(): never {
    const message = 'Changing the socket encoding is not allowed per RFC7230 Section 3.';
    throw Object.assign(new Error(message), { code: 'ERR_HTTP_SOCKET_ENCODING' });
  },
};

// Of each connection, and many last for one request: made once.
export const LISTENER_ENTRIES = Object.entries(LISTENERS) as readonly (readonly [string, SocketListener])[];
const METHOD_ENTRIES = Object.entries(METHODS);

/** Whether a socket does what Node's sockets do when it is written to: one that does more must see every write. */
export function isPlainSocket(socket: NodeSocket): boolean {
  const { write, end, destroy, cork, push } = Socket.prototype;
  return (
    socket.write === write &&
    socket.end === end &&
    socket.destroy === destroy &&
    socket.cork === cork &&
    socket.push === push
  );
}

/** Whether a socket keeps listeners as they are: where a context is bound to it, those of a server are to have that, too. */
export function isPlainEmitter(socket: NodeSocket): boolean {
  const { on, addListener, removeListener } = Socket.prototype;
  return socket.on === on && socket.addListener === addListener && socket.removeListener === removeListener;
}

/** Whether nobody has put a method of his own in the place of the lane's. */
export function hasLaneMethods(socket: NodeSocket): boolean {
  // Asked for every chunk: compared one by one.
  const { write, end, destroy, cork, push } = METHODS;
  const own = socket as unknown as typeof METHODS;
  return (
    own.write === write &&
    own.end === end &&
    own.destroy === destroy &&
    own.cork === cork &&
    own.push === push
  );
}

/**
 * Octets have come. They are the lane's if it is the only one who listens to the stream, and the stream's otherwise, or if Node's
 * parser would be fed by a stream that is paused.
 */
function onRead(this: LaneSocket, length: number): boolean {
  const octets = octetsRead(length);
  const connection = this[CONNECTION];
  const isOurs = this._events.data === LISTENERS.data && this.readableLength === 0;
  const isFlowing = this.readableFlowing || !(connection.bodies.runsOn || this._events.readable);
  if (!isOurs || !isFlowing) {
    if (isReadBeside(this)) connection.readBeside();
    return this.push(own(octets));
  }
  connection.receive(octets);
  return true;
}

/** Begins to read a connection. */
export function startListening(connection: Connection): void {
  const socket = connection.socket as LaneSocket;
  socket.server = connection.lane.server;
  socket._paused = false;
  socket[CONNECTION] = connection;
  Object.assign(socket, METHODS);
  if (!socket.encrypted) useReadBuffer(socket, onRead as (this: NodeSocket, length: number) => boolean);
  // Not by a method that somebody has put there since: they are looked for, and removed, as they are.
  for (const [event, listener] of LISTENER_ENTRIES) on.call(socket, event, listener);
  connection.lane.enter(connection);
}

/** Who else listens to a socket's octets: before the lane, and behind it. */
export function readersBeside(
  socket: NodeSocket,
): readonly [before: SocketListener[], behind: SocketListener[]] {
  const readers = socket.rawListeners('data') as SocketListener[];
  const at = readers.indexOf(LISTENERS.data as SocketListener);
  return [readers.slice(0, Math.max(at, 0)), readers.slice(at + 1)];
}

/** Ends it, but for what the exchanges that are not finished have to be told when the socket closes. */
export function stopListening(connection: Connection): void {
  const { lane, queue, socket } = connection;
  for (const [event, listener] of LISTENER_ENTRIES) {
    if (event !== 'close' || queue.isEmpty) removeListener.call(socket, event, listener);
  }
  // Whoever has it now stops by himself.
  startReading(socket);
  // Assigned rather than deleted: an object that a property is deleted from is slow from then on.
  for (const [name, method] of METHOD_ENTRIES) {
    if (Reflect.get(socket, name) === method) Reflect.set(socket, name, Reflect.get(Socket.prototype, name));
  }
  lane.leave(connection);
}

/** What Node's `socketOnTimeout` does. */
function timedOut(socket: LaneSocket, { bodies, lane }: Connection): void {
  const heard = [
    bodies.current?.emit('timeout', socket),
    socket._httpMessage?.emit('timeout', socket),
    lane.server.emit('timeout', socket),
  ];
  if (!heard.includes(true)) socket.destroy();
}

/** The socket has closed: what is not finished is aborted, in Node's order. */
function closed(connection: Connection): void {
  const { lane, queue, socket } = connection;
  lane.leave(connection);
  if (!connection.isTaken) abortPending(queue);
  if (DESTROYS_WAITING && !connection.isTaken) connection.follower?.destroy(abortedError());
  if (socket._httpMessage) emitClose(socket._httpMessage);
}

function abortPending({ current, waiting }: ResponseQueue): void {
  const pending = current === null ? [...waiting] : [current, ...waiting];
  for (const res of pending) (res[REQUEST] as NodeRequest).destroy(abortedError());
  if (DESTROYS_WAITING) for (const res of waiting.splice(0)) res.destroy(abortedError());
}

function abortedError(): Error {
  return Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
}
