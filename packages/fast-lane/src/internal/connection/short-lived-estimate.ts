/**
 * @module Estimates whether a new connection will carry a single request that Node must serve, as from a proxy that
 * opens a connection per request. Such connections start in Node, because a hand-over costs half a request.
 */

/** From this score on, new connections start in Node. */
const THRESHOLD = 32;
/** Caps the score, so that a change in traffic is noticed soon. */
const MAX_SCORE = 64;
/** A kept-alive connection lowers the score by this much. */
const KEPT_ALIVE_WEIGHT = 3;

export class ShortLivedEstimate {
  #score = 0;

  get startInNode(): boolean {
    return this.#score >= THRESHOLD;
  }

  /** The connection closed after a single request, which Node served. */
  closed(): void {
    if (this.#score < MAX_SCORE) this.#score++;
  }

  /** The connection stayed open after its first request. */
  keptAlive(): void {
    this.#score = Math.max(0, this.#score - KEPT_ALIVE_WEIGHT);
  }
}
