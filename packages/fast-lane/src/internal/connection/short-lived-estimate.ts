/**
 * @module Estimates whether a new connection will carry a single request that is Node's, as from a proxy that opens a connection for each
 * request. Such connections start in Node's lane, because a hand-over costs half a request.
 */

/** At this score new connections start in Node. */
const THRESHOLD = 32;
/** Limits the score, so that a change of traffic is noticed soon. */
const MAX_SCORE = 64;
/** A connection that is kept alive lowers the score by this much. */
const KEPT_ALIVE_WEIGHT = 3;

export class ShortLivedEstimate {
  #score = 0;

  get startInNode(): boolean {
    return this.#score >= THRESHOLD;
  }

  /** The first request of a connection was Node's, and its last. */
  closed(): void {
    if (this.#score < MAX_SCORE) this.#score++;
  }

  /** A connection stays open after its first request. */
  keptAlive(): void {
    this.#score = Math.max(0, this.#score - KEPT_ALIVE_WEIGHT);
  }
}
