/**
 * @module Offers body parsers a body that arrived together with its head: they can take it whole, without a stream,
 * while the handler runs. `@nextpress/body` does.
 */

import { Readable } from 'node:stream';
import { TAKE_BODY } from '@nextpress-internal/internals/keys';
import { type NodeRequest, READABLE_STATE } from '@nextpress-internal/internals/node';
import { STREAM_STATES } from '../node/node-stream-states.ts';
import { copyOf } from './read-buffer.ts';

const { nextTick } = process;

/** Methods that an application replaces to observe how a body is read. */
const WATCHED = ['on', 'addListener', 'once', 'emit', 'push', 'read', 'resume', 'destroy'] as const;
/** From `Readable`, since agents may already have patched the request class. */
const NATIVE: readonly unknown[] = WATCHED.map((name) => Readable.prototype[name]);

function isWatched(req: NodeRequest): boolean {
  return WATCHED.some((name, index) => req[name] !== NATIVE[index]);
}

/** The body of one request. It can be taken until the handler has returned. */
export class BodyOffer {
  isTaken = false;
  readonly #req: NodeRequest;
  #content: Uint8Array | undefined;

  constructor(req: NodeRequest, content: Uint8Array) {
    this.#req = req;
    this.#content = content;
  }

  /**
   * Returns the body, and leaves the stream in the state after a complete read.
   *
   * @param isLent - the caller reads the bytes at once and keeps none of them: the next read from any socket overwrites them. For the
   * framework's own parsers only
   */
  take(isLent: boolean): Uint8Array | undefined {
    const req = this.#req;
    const content = this.#content;
    if (
      content === undefined ||
      req.complete ||
      req._eventsCount > 0 ||
      req._readableState[READABLE_STATE] !== STREAM_STATES.untouched ||
      isWatched(req)
    ) {
      return undefined;
    }
    this.isTaken = true;
    req.complete = true;
    req._consuming = true;
    req._readableState[READABLE_STATE] = STREAM_STATES.read;
    this.#content = undefined;
    return isLent ? content : copyOf(content);
  }

  /** Releases the chunk, which a long-lived request must not retain. */
  end(): void {
    this.#content = undefined;
  }
}

export function offerBody(req: NodeRequest, content: Uint8Array): BodyOffer {
  const offer = new BodyOffer(req, content);
  // Requests with a closure of their own survive scavenges on Node 24, which grows the young generation to 64 MB.
  req[TAKE_BODY] = takeOffered.bind(null, offer);
  return offer;
}

/** Closes the stream of a taken body, as Node does a tick after its end. */
export function closeTaken(req: NodeRequest): void {
  if (req._eventsCount === 0) req._readableState[READABLE_STATE] = STREAM_STATES.readAndClosed;
  else nextTick(() => req.destroy());
}

function takeOffered(offer: BodyOffer, isLent = false): Uint8Array | undefined {
  return offer.take(isLent === true);
}
