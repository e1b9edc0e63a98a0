/** @module Hot: calls the handler of one request, then feeds the body to the request. Bench: `npm run bench:lane`. */

import type { NodeBuffer } from '@nextpress-internal/internals/node';
import type { Head } from '../head/head.ts';
import { scheduleRead } from '../node/node-socket.ts';
import { SEPARATES_CONTEXTS } from '../node/node-versions.ts';
import { type BodyOffer, closeTaken, offerBody } from '../request/body-offer.ts';
import type { Connection } from './connection.ts';
import { type Exchange, makeExchange } from './exchange.ts';

const { nextTick } = process;

/** How many headers Node's parser reports per callback. */
const HEADERS_PER_CALLBACK = 31;

const NOTHING: Uint8Array = new Uint8Array(0);

/**
 * Runs the handler as soon as the head is complete, as Node does, and pushes the body when the handler has returned.
 *
 * @param start - where the head starts in its chunk
 */
export function dispatch(connection: Connection, head: Head, bytes: NodeBuffer, start: number): void {
  const { bodies, lane, queue, scope, socket } = connection;
  const { end, contentLength } = head;
  if (connection.hasIdleTimeout) connection.endIdle();
  if (connection.state === 'fresh') lane.shortLived.keptAlive();
  connection.move('request');
  connection.served++;
  const isLast = end + contentLength >= bytes.length;
  // The last response of a batch is sent as soon as it is ended.
  queue.collecting = !isLast;
  // Node runs ticks after a body and, after a head with many headers, before every later head. The lane runs them after
  // the chunk.
  if (head.headerCount > HEADERS_PER_CALLBACK) connection.hadManyHeaders = true;
  if ((contentLength > 0 && !isLast) || (start > 0 && connection.hadManyHeaders)) markFed(connection);
  queue.pauseBeforeNextHead();
  const exchange = makeExchange(lane, socket, head);
  const { req, res } = exchange;
  queue.add(req, res);
  lane.counts.fast++;
  const content = contentLength === 0 ? NOTHING : bytes.subarray(end, end + contentLength);
  const offer = contentLength > 0 && content.length === contentLength ? offerBody(req, content) : undefined;
  // The first request of a chunk already runs in the scope. Before Node 24, later requests share any context that it
  // enters.
  const isInScope = !SEPARATES_CONTEXTS || start === 0;
  if (offer !== undefined) dispatchOffer(connection, offer, exchange, isInScope);
  else if (isInScope) lane.server.emit('request', req, res);
  else scope.runInAsyncScope(lane.server.emit, lane.server, 'request', req, res);
  if (offer?.isTaken) closeTaken(req);
  else bodies.start(req, content, contentLength, end + content.length);
}

/**
 * From here on the stream would feed Node's parser, and the stream reads until its buffer is full even under
 * backpressure.
 */
function markFed({ bodies, socket }: Connection): void {
  if (!bodies.isFed && socket._paused) scheduleRead(socket);
  bodies.isFed = true;
}

function dispatchOffer(
  { lane: { server }, scope }: Connection,
  offer: BodyOffer,
  { req, res }: Exchange,
  isInScope: boolean,
): void {
  try {
    if (isInScope) server.emit('request', req, res);
    else scope.runInAsyncScope(server.emit, server, 'request', req, res);
  } catch (error) {
    // When the application gets the end of a body, Node's parser has already finished, so it does not see such an
    // error.
    if (!offer.isTaken) throw error;
    nextTick(() => {
      throw error;
    });
  } finally {
    offer.end();
  }
}
