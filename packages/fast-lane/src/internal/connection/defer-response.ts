/**
 * @module Defers Node's first response after a hand-over, because Node cannot see when the lane's responses have
 * finished.
 */

import { channel } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Connection } from './connection.ts';

/** Published for each response before Node checks whether another one owns the socket. */
const requestStart = channel('http.server.request.start');

/**
 * Calls `start`, in which Node creates a response, and defers that response until the lane's have finished. Node queues
 * later responses behind it.
 */
export function deferResponse<T>(connection: Connection, start: () => T): T {
  const { socket } = connection;
  const onRequest = (message: unknown): void => {
    const { response, socket: itsSocket } = message as { response: ServerResponse; socket: Socket };
    if (itsSocket !== socket) return;
    const pending = socket._httpMessage;
    socket._httpMessage = null;
    response.assignSocket = () => {
      Reflect.deleteProperty(response, 'assignSocket');
      socket._httpMessage = pending;
    };
    connection.deferredResponse = response;
  };
  requestStart.subscribe(onRequest);
  try {
    return start();
  } finally {
    requestStart.unsubscribe(onRequest);
  }
}
