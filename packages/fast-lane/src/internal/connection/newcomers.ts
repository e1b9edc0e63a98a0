/**
 * @module Who reads a new connection first. Where each of the last ones was over with one request that was Node's, as behind a
 * proxy that opens a connection for every request, the lane would only have been in the way.
 */

/** After so many in succession. */
const MANY = 32;

export class Newcomers {
  #brief = 0;

  /** Whether Node gets them at once; one that stays longer comes back to the lane. */
  get areNodes(): boolean {
    return this.#brief >= MANY;
  }

  /** A connection was over with its first request. */
  left(): void {
    this.#brief++;
  }

  /** A connection's first request leaves it open. */
  stayed(): void {
    this.#brief = 0;
  }
}
