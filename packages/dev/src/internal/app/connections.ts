/** @module Which connections the application has opened: it may wait for one of them before it listens. */

import { Socket } from 'node:net';

/** Records the connections that are opened from now on. Returns a function that describes those that are open. */
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

/** The target in the arguments of `connect`, which are a list for `net.connect()`. */
function targetOf(args: readonly unknown[]): string {
  const [first, second] = (Array.isArray(args[0]) ? args[0] : args) as readonly unknown[];
  if (typeof first !== 'object' || first === null) {
    const isPort = typeof first === 'number' || /^\d+$/.test(String(first));
    return isPort ? `${typeof second === 'string' ? second : 'localhost'}:${first}` : String(first);
  }
  const { host = 'localhost', port, path } = first as Readonly<Record<'host' | 'port' | 'path', unknown>>;
  return path === undefined || path === null ? `${host}:${port}` : String(path);
}
