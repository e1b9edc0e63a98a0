/**
 * @module Who reads a new connection first. Where most are over with one request that is Node's, as behind a proxy that opens a
 * connection for every request, the lane would only be in the way.
 */

/** With so many points Node gets new connections at once. */
const MANY = 32;
/** More than so many there never are: so it doesn't take long until something else is believed. */
const MOST = 64;
/** What one that stays takes from those that were over: it pays for its begin with Node, as they would for theirs with the lane. */
const STAYED = 3;

export class Newcomers {
  #points = 0;

  /** Whether Node gets them at once; one that stays comes to the lane behind its first request. */
  get areNodes(): boolean {
    return this.#points >= MANY;
  }

  /** A connection was over with its first request, and that was Node's. */
  left(): void {
    if (this.#points < MOST) this.#points++;
  }

  /** A connection's first request leaves it open. */
  stayed(): void {
    this.#points = Math.max(0, this.#points - STAYED);
  }
}
