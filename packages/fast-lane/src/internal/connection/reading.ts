/** @module Hot: reads chunks, dispatches the ordinary requests in them, and holds everything else for Node. Bench: `npm run bench:lane`. */

import { maxHeaderSize } from 'node:http';
import { setImmediate } from 'node:timers';
import type { NodeBuffer } from '@nextpress-internal/internals/node';
import type { HandOverReason } from '../../lane-stats.ts';
import { Head } from '../head/head.ts';
import { recognize } from '../head/recognize.ts';
import { type Chunks, concat, skipBytes } from '../request/held-chunks.ts';
import { detach } from '../request/read-buffer.ts';
import { refuse, stopAtHead, stoppedError } from '../request/refuse.ts';
import { collectInto } from '../response/flush-soon.ts';
import type { Connection } from './connection.ts';
import { dispatch } from './dispatch.ts';
import { passOn } from './end-of-input.ts';
import { handOver } from './hand-over.ts';
import { hasLaneMethods } from './listen.ts';
import { canCarryHeads } from './sweep.ts';

/** The longest body, in bytes, that may come in several chunks. */
const BODY_LIMIT = 1_048_576;
/** How many chunks a head may arrive in. */
const MAX_PARTS = 16;

/** The head being dispatched; one is enough, because handlers run one after another. */
const head = new Head();

/**
 * Reads a chunk in the connection's context: after a pause it arrives in the context of the code that resumed the
 * socket.
 */
export function receive(connection: Connection, chunk: Uint8Array): void {
  const { bodies, readScope, scope } = connection;
  const { isNativeRead } = readScope;
  // A chunk can arrive while ticks run, for example on an empty write over TLS. Run no further ticks for it.
  bodies.isNativeRead = isNativeRead && bodies.awaitingTicks === null;
  if (readScope.isEntered(isNativeRead)) receiveInScope(connection, chunk);
  else scope.runInAsyncScope(receiveInScope, undefined, connection, chunk);
  if (bodies.awaitingTicks === null) return;
  bodies.runTicks();
  // Handlers may have entered another context.
  scope.runInAsyncScope(bodies.endAfterTicks, bodies);
}

function receiveInScope(connection: Connection, chunk: Uint8Array): void {
  const { bodies, held, socket } = connection;
  if (bodies.awaitingTicks !== null) bodies.endAfterTicks();
  if (bodies.stop !== undefined) refuse(socket, stoppedError(bodies.stop, detach(chunk)));
  else if (held.isEmpty) read(connection, chunk, [chunk]);
  else if (held.isForNode || held.isWaiting) {
    held.add(chunk);
    if (held.isOverLimit) socket.pause();
  } else {
    const chunks = held.take();
    chunks.push(chunk);
    read(connection, concat(chunks), chunks);
  }
}

/** @param chunks - the chunks in which the bytes arrived */
function read(connection: Connection, bytes: Uint8Array, chunks: Chunks): void {
  const { bodies, lane, queue, socket } = connection;
  // Read first: a listener may transfer the memory.
  const { length } = bytes;
  if (bodies.current !== null) connection.since = connection.sweep.ticks;
  const at = bodies.feed(bytes);
  if (at === length) return;
  if (at > 0) bodies.isFed = true;
  if (!lane.serves() || !hasLaneMethods(socket)) {
    hold(connection, skipBytes(chunks, at), 'settings');
    return;
  }
  let isDone = false;
  collectInto(queue);
  try {
    dispatchAll(connection, bytes, at, chunks);
    isDone = true;
  } finally {
    if (!isDone && bodies.stop === undefined) bodies.stopAt(stopAtHead(head.end));
    connection.move('chunkDone');
    queue.collecting = false;
    collectInto(undefined);
    queue.flush();
  }
}

function dispatchAll(connection: Connection, bytes: Uint8Array, start: number, chunks: Chunks): void {
  const { held, queue } = connection;
  const limit = connection.maxHeaderSize || maxHeaderSize;
  const { length } = bytes;
  let at = start;
  while (at < length) {
    if (queue.isFull) {
      held.hold(skipBytes(chunks, at), 'waiting');
      return;
    }
    const outcome = recognize(bytes, at, limit, head);
    if (outcome === 'blank') {
      // Empty lines keep an idle connection alive, but don't extend the time for a first request.
      if (connection.state !== 'fresh') connection.since = connection.sweep.ticks;
      return;
    }
    if (outcome !== 'ordinary') {
      hold(connection, skipBytes(chunks, at), outcome);
      return;
    }
    const { end, contentLength } = head;
    if (contentLength > BODY_LIMIT && contentLength > length - end) {
      hold(connection, skipBytes(chunks, at), 'body size');
      return;
    }
    head.readTexts(bytes as NodeBuffer, at);
    dispatch(connection, head, bytes as NodeBuffer, at);
    at = Math.min(end + contentLength, length);
  }
}

/** Dispatches held requests in a later turn of the event loop, never from inside another request's response. */
export function continueSoon(connection: Connection): void {
  if (!connection.held.isWaiting || connection.isContinuing || connection.queue.isFull) return;
  connection.isContinuing = true;
  setImmediate(continueReading, connection);
}

function continueReading(connection: Connection): void {
  const { bodies, held, isInLane, queue, scope, socket } = connection;
  connection.isContinuing = false;
  const isServed = isInLane && bodies.stop === undefined && !socket.destroyed;
  if (held.isWaiting && isServed && !queue.isFull) scope.runInAsyncScope(readHeld, undefined, connection);
}

function readHeld(connection: Connection): void {
  const { bodies, held, queue, socket } = connection;
  const { isOverLimit } = held;
  const chunks = held.take();
  bodies.isNativeRead = false;
  read(connection, concat(chunks), chunks);
  if (held.isWaiting || !connection.isInLane) return;
  if (isOverLimit) socket.resume();
  // Otherwise the last response passes FIN on: Node would end the socket and drop pending responses.
  if (held.hasEnd && (queue.isEmpty || bodies.current !== null)) passOn(connection);
}

/**
 * Holds bytes that can't be dispatched now. Bytes for Node wait for earlier responses, so that responses stay in order.
 */
function hold(connection: Connection, chunks: Chunks, outcome: HandOverReason): void {
  const { held, lane, queue, socket } = connection;
  const isForNode = outcome === 'partial head' && (chunks.length >= MAX_PARTS || !canCarryHeads(lane.server));
  held.hold(chunks, isForNode ? 'in parts' : outcome);
  // A head in several chunks started with the first one.
  if (chunks.length === 1) connection.since = connection.sweep.ticks;
  if (!held.isForNode) return;
  if (queue.isEmpty) {
    handOver(connection);
    return;
  }
  connection.move('hold');
  if (held.isOverLimit) socket.pause();
}
