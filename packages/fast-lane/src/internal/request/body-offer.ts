/**
 * @module A body that has come together with its head may be taken whole while the handler runs, without a stream: by
 * middleware that knows of `Symbol.for('nextpress.takeBody')`, as `@nextpress/json-body` does.
 */

import { Readable } from 'node:stream';
import { type NodeRequest, READABLE_STATE, STREAM_STATES } from '../node/node-internals.ts';
import { copyOf } from './read-buffer.ts';

/** Of a request, a method that returns its whole body once, or `undefined` when it has to be read from the stream. */
const TAKE_BODY: unique symbol = Symbol.for('nextpress.takeBody') as never;

/** What somebody who looks on as the body is read puts a method of his own in the place of. */
const WATCHED = ['on', 'addListener', 'once', 'emit', 'push', 'read', 'resume', 'destroy'] as const;
/** Of streams: on the class of requests agents, which load first, may have replaced them by now. */
const NATIVE: readonly unknown[] = WATCHED.map((name) => Readable.prototype[name]);

function isWatched(req: NodeRequest): boolean {
  return WATCHED.some((name, index) => req[name] !== NATIVE[index]);
}

/** The body of one request, on offer until its handler has returned. */
export class BodyOffer {
  isTaken = false;
  readonly #req: NodeRequest;
  #content: Uint8Array | undefined;

  constructor(req: NodeRequest, content: Uint8Array) {
    this.#req = req;
    this.#content = content;
  }

  /**
   * The stream is then as if it had been read to its end.
   *
   * @param isLent - the caller looks at the octets at once and lets them go: they are then those that the connection has read,
   * and will be others
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

  /** The handler has returned. A request that lives on is not to keep the chunk that it came in. */
  end(): void {
    this.#content = undefined;
  }
}

/** Offers a body. */
export function offerBody(req: NodeRequest, content: Uint8Array): BodyOffer {
  const offer = new BodyOffer(req, content);
  req[TAKE_BODY] = (isLent = false) => offer.take(isLent === true);
  return offer;
}

/** The handler has returned: a stream that was read closes, as it does a tick after its end. */
export function closeTaken(req: NodeRequest): void {
  if (req._eventsCount === 0) req._readableState[READABLE_STATE] = STREAM_STATES.readAndClosed;
  else process.nextTick(() => req.destroy());
}
