/**
 * @module The methods by which somebody listens to a socket, or changes what it reads. Node has its own on each socket of a server,
 * to know who reads beside its parser, and so has the lane; what somebody has put there stays there in either.
 */

import { Socket } from 'node:net';
import type { NodeSocket } from '../node/node-internals.ts';
import type { Connection } from './connection.ts';

export type ListenerMethods = Pick<NodeSocket, 'on' | 'addListener' | 'prependListener' | 'setEncoding'>;

const NAMES: readonly (keyof ListenerMethods)[] = ['on', 'addListener', 'prependListener', 'setEncoding'];

export function listenerMethodsOf(socket: ListenerMethods): ListenerMethods {
  const { on, addListener, prependListener, setEncoding } = socket;
  return { on, addListener, prependListener, setEncoding };
}

/** Takes all off the socket, and returns those that aren't the lane's. */
export function takeOthers(socket: NodeSocket, lanes: ListenerMethods): Partial<ListenerMethods> {
  const others: Record<string, unknown> = {};
  for (const name of NAMES) if (socket[name] !== lanes[name]) others[name] = socket[name];
  Object.assign(socket, listenerMethodsOf(Socket.prototype as NodeSocket));
  return others;
}

/** Whether a socket that Node has still has what Node has put there, and before that somebody else. */
export function hasNodeMethods({ nodeMethods, otherMethods, socket }: Connection): boolean {
  return NAMES.every((name) => socket[name] === (otherMethods[name] ?? nodeMethods?.[name]));
}
