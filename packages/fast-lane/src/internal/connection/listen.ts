/** @module The lane's listeners and methods on a socket, which replace Node's. */

import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import type { NodeSocket } from '@nextpress-internal/internals/node';
import { isAtEnd, startReading, stopReading } from '../node/node-socket.ts';
import { detach, lastRead, useReadBuffer } from '../request/read-buffer.ts';
import { onError } from '../request/refuse.ts';
import type { Connection } from './connection.ts';
import type { SocketListener } from './listener-position.ts';

const CONNECTION: unique symbol = Symbol('nextpress.connection');

const { removeListener } = EventEmitter.prototype;
const on: EventEmitter['on'] = Socket.prototype.on;

interface LaneSocket extends NodeSocket {
  [CONNECTION]: Connection;
}

/** After an upgrade, a socket still has the methods and the read buffer of the lane, but perhaps no connection. */
interface UpgradedSocket extends NodeSocket {
  [CONNECTION]?: Connection | undefined;
}

/** Shared by all sockets: each finds its connection on the socket. */
const LISTENERS = {
  data(this: LaneSocket, chunk: Buffer): void {
    const connection = this[CONNECTION];
    if (hasForeignReader(this)) connection.markForeignReader();
    connection.receive(chunk);
    if (isAtEnd(this)) connection.suppressEnd();
  },
  end(this: LaneSocket): void {
    this[CONNECTION].ended();
  },
  error: onError,
  timeout(this: LaneSocket): void {
    this[CONNECTION].timedOut();
  },
  drain(this: LaneSocket): void {
    this[CONNECTION].backpressure.maybeResume();
    this[CONNECTION].advanced();
  },
  pause(this: LaneSocket): void {
    const connection = this[CONNECTION];
    if (hasForeignReader(this)) connection.markForeignReader();
    stopReading(this, connection.bodies.isFed);
  },
  resume(this: LaneSocket): void {
    // Reading a body resumes the socket, even under backpressure.
    if (this._paused) {
      this.pause();
      return;
    }
    startReading(this);
    this[CONNECTION].resumed();
  },
  close(this: LaneSocket): void {
    this[CONNECTION].closed();
  },
};

/** Whether the application reads the stream. */
function hasForeignReader({ _events }: NodeSocket): boolean {
  return _events.data !== LISTENERS.data || _events.readable !== undefined;
}

function flushBefore(socket: UpgradedSocket): void {
  const queue = socket[CONNECTION]?.queue;
  queue?.detachTransferred();
  queue?.flushCurrent();
}

/** Flush the current response before the application writes to, corks, ends or destroys the socket itself. */
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
  cork(this: UpgradedSocket): void {
    this[CONNECTION]?.queue.flushCurrent();
    Socket.prototype.cork.call(this);
  },
  push(this: UpgradedSocket, chunk: unknown, encoding?: BufferEncoding): boolean {
    if (chunk === null && this[CONNECTION]?.deferEnd()) return false;
    return Socket.prototype.push.call(this, chunk, encoding);
  },
  setEncoding(): never {
    const message = 'Changing the socket encoding is not allowed per RFC7230 Section 3.';
    throw Object.assign(new Error(message), { code: 'ERR_HTTP_SOCKET_ENCODING' });
  },
};

// Created once, since many connections carry a single request.
export const LISTENER_ENTRIES = Object.entries(LISTENERS) as readonly (readonly [string, SocketListener])[];
const METHOD_ENTRIES = Object.entries(METHODS);

/** Whether a socket has Node's own methods. If one is replaced, it must see every write. */
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

/**
 * Whether a socket stores listeners unchanged. If they are bound to a context on registration, Node's listeners need
 * that binding as well.
 */
export function isPlainEmitter(socket: NodeSocket): boolean {
  const { on, addListener, removeListener } = Socket.prototype;
  return socket.on === on && socket.addListener === addListener && socket.removeListener === removeListener;
}

/** Whether all of the lane's methods are still in place. */
export function hasLaneMethods(socket: NodeSocket): boolean {
  // Runs for every chunk, so the comparison is unrolled.
  const { write, end, destroy, cork, push } = METHODS;
  const methods = socket as unknown as typeof METHODS;
  return (
    methods.write === write &&
    methods.end === end &&
    methods.destroy === destroy &&
    methods.cork === cork &&
    methods.push === push
  );
}

/** Passes what was read to the lane, or to the stream if it has other readers or would feed Node's parser. */
function onRead(this: UpgradedSocket, length: number): boolean {
  const bytes = lastRead(length);
  const connection = this[CONNECTION];
  if (connection === undefined) return this.push(detach(bytes));
  const isOurs = this._events.data === LISTENERS.data && this.readableLength === 0;
  const isFlowing = this.readableFlowing || !(connection.bodies.isFed || this._events.readable);
  if (!isOurs || !isFlowing) {
    if (hasForeignReader(this)) connection.markForeignReader();
    return this.push(detach(bytes));
  }
  connection.receive(bytes);
  return true;
}

export function startListening(connection: Connection): void {
  const socket = connection.socket as LaneSocket;
  socket.server = connection.lane.server;
  socket._paused = false;
  socket[CONNECTION] = connection;
  Object.assign(socket, METHODS);
  if (!socket.encrypted) useReadBuffer(socket, onRead as (this: NodeSocket, length: number) => boolean);
  // Not `socket.on`, which the application may have replaced.
  for (const [event, listener] of LISTENER_ENTRIES) on.call(socket, event, listener);
  connection.sweep.add(connection);
}

/** The application's `data` listeners, before the lane's and after it. */
export function foreignReaders(
  socket: NodeSocket,
): readonly [before: SocketListener[], after: SocketListener[]] {
  const readers = socket.rawListeners('data') as SocketListener[];
  const at = readers.indexOf(LISTENERS.data as SocketListener);
  return [readers.slice(0, Math.max(at, 0)), readers.slice(at + 1)];
}

/** Removes all listeners, except `close` while the lane has an unfinished exchange. */
export function stopListening(connection: Connection): void {
  const { queue, socket, sweep } = connection;
  for (const [event, listener] of LISTENER_ENTRIES) {
    if (event !== 'close' || queue.isEmpty) removeListener.call(socket, event, listener);
  }
  startReading(socket);
  // Assigned, not deleted: deleting a property makes an object slow.
  for (const [name, method] of METHOD_ENTRIES) {
    if (Reflect.get(socket, name) === method) Reflect.set(socket, name, Reflect.get(Socket.prototype, name));
  }
  sweep.remove(connection);
}

/** Frees the memory of a connection that was upgraded, since such a socket can stay open for days. */
export function forget(connection: Connection): void {
  const socket = connection.socket as UpgradedSocket;
  // The listener may have returned the socket to the server, which then has another connection.
  if (connection.queue.isEmpty && socket[CONNECTION] === connection) socket[CONNECTION] = undefined;
}
