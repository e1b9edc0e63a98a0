/** @module Hot: gives one request to its handler, and to the request what there is of its body. Bench: `npm run bench:lane`. */

import type { Head } from '../head/head.ts';
import { type NodeBuffer, readOn, SEPARATES_CONTEXTS } from '../node/node-internals.ts';
import { type BodyOffer, leaveTaken, offerBody } from '../request/body-offer.ts';
import type { Connection } from './connection.ts';
import { type Exchange, makeExchange } from './exchange.ts';
import { rethrow } from './uncaught.ts';

/** Node's parser hands over the fields of a head in lots of so many. */
const FIELDS_LOT = 31;

const NOTHING: Uint8Array = new Uint8Array(0);

/**
 * Runs the handler at the head, as Node does, and gives it what there is of the body when it has returned.
 *
 * @param start - where the head begins in its chunk
 */
export function dispatch(connection: Connection, head: Head, octets: NodeBuffer, start: number): void {
  const { bodies, lane, queue, scope, socket } = connection;
  const { end, contentLength } = head;
  if (connection.isResting) connection.wake();
  if (connection.isFresh) {
    connection.isFresh = false;
    lane.newcomers.stayed();
  }
  connection.served++;
  const isLast = end + contentLength >= octets.length;
  // Alone, or as the last of its batch, an answer leaves when it is given.
  queue.collecting = !isLast;
  // Node runs ticks behind a body, and before each head from the first of many fields on; here they run behind the chunk.
  if (head.fields > FIELDS_LOT) connection.hadManyFields = true;
  if ((contentLength > 0 && !isLast) || (start > 0 && connection.hadManyFields)) runOn(connection);
  queue.yieldAtHead();
  const exchange = makeExchange(lane, socket, head);
  const { req, res } = exchange;
  queue.enter(req, res);
  lane.counts.fast++;
  const content = contentLength === 0 ? NOTHING : octets.subarray(end, end + contentLength);
  const offer = contentLength > 0 && content.length === contentLength ? offerBody(req, content) : undefined;
  // The first of a chunk is in it already. Before Node 24 those behind it share what it enters for good, as with Node's parser.
  const isInScope = !SEPARATES_CONTEXTS || start === 0;
  if (offer !== undefined) dispatchOffer(connection, offer, exchange, isInScope);
  else if (isInScope) lane.server.emit('request', req, res);
  else scope.runInAsyncScope(lane.server.emit, lane.server, 'request', req, res);
  if (offer?.isTaken) leaveTaken(req);
  else bodies.begin(req, content, contentLength, end + content.length);
}

/** From here on it is as if Node's parser were fed: also under pressure the stream then reads until its buffer is full. */
function runOn({ bodies, socket }: Connection): void {
  if (!bodies.runsOn && socket._paused) readOn(socket);
  bodies.runsOn = true;
}

/** Runs the handler of a request whose body may be taken. */
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
    // What is thrown behind the end of a body is thrown in a tick, and Node's parser has done with it by then.
    if (!offer.isTaken) throw error;
    process.nextTick(rethrow, error);
  } finally {
    // However the handler has ended: what it didn't take is somebody else's from now on.
    offer.end();
  }
}
