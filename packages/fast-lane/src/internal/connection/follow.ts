/** @module Node's first response behind those of the lane: Node can't see when they have finished, and its turn comes then. */

import { channel } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Connection } from './connection.ts';

/** Told of each response before Node asks whether another one has the socket. */
const requestStart = channel('http.server.request.start');

/**
 * Has the response to the request that Node begins wait for those of the lane. Node gives a socket to a response whose turn it is, and
 * keeps those behind it in a list of its own; this one is given it later.
 */
export function follow<T>(connection: Connection, begin: () => T): T {
  const { socket } = connection;
  const hear = (message: unknown): void => {
    const { response, socket: its } = message as { response: ServerResponse; socket: Socket };
    if (its !== socket) return;
    const pending = socket._httpMessage;
    socket._httpMessage = null;
    response.assignSocket = () => {
      Reflect.deleteProperty(response, 'assignSocket');
      socket._httpMessage = pending;
    };
    connection.follower = response;
  };
  requestStart.subscribe(hear);
  try {
    return begin();
  } finally {
    requestStart.unsubscribe(hear);
  }
}
