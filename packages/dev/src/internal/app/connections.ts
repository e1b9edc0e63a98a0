/** @module Tracks connections that the application opens, because it may be waiting for one before it listens. */

import { Socket } from 'node:net';

/** Records connections opened from now on. Returns a function that describes the open ones. */
export function watchConnections(): () => string {
  const targets = new Map<Socket, string>();
  const { connect } = Socket.prototype;
  Socket.prototype.connect = function replaced(this: Socket, ...args: unknown[]): Socket {
    targets.set(this, targetOf(args));
    this.once('close', () => targets.delete(this));
    return Reflect.apply(connect, this, args);
  } as typeof connect;
  return () =>
    [...targets]
      .map(([{ connecting }, target]) => ` It ${connecting ? 'connects' : 'is connected'} to ${target}.`)
      .join('');
}

/** The target in the arguments of `connect`, which `net.connect()` passes as an array. */
function targetOf(args: readonly unknown[]): string {
  const [first, second] = (Array.isArray(args[0]) ? args[0] : args) as readonly unknown[];
  if (typeof first !== 'object' || first === null) {
    const isPort = typeof first === 'number' || /^\d+$/.test(String(first));
    return isPort ? `${typeof second === 'string' ? second : 'localhost'}:${first}` : String(first);
  }
  const { host = 'localhost', port, path } = first as Readonly<Record<'host' | 'port' | 'path', unknown>>;
  return path === undefined || path === null ? `${host}:${port}` : String(path);
}
