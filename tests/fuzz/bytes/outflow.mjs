/**
 * What the client sends, as a delivery says: bytes after a stop, and a FIN after them, are withheld while responses
 * are pending.
 */
export class Outflow {
  /** Whether anything that was withheld has been sent. */
  isReleased = false;
  #client;
  #delivery;
  #stops;
  /** Bytes that were sent. */
  #offset = 0;
  /** Parts that are withheld. @type {string[]} */
  #held = [];
  #isFinHeld = false;

  /** @param {import('./client.mjs').Client} client @param {import('./delivery.mjs').Delivery} delivery */
  constructor(client, delivery) {
    this.#client = client;
    this.#delivery = delivery;
    this.#stops = delivery.stops;
  }

  /** @param {string} part */
  send(part) {
    this.#held.push(part);
    // Withheld bytes hold back everything after them.
    if (this.#held.length === 1) this.#write();
  }

  /** Ends the client's side. */
  end() {
    if (this.#delivery.fin === 'drops') this.#held = [];
    if (this.#held.length > 0) this.#isFinHeld = true;
    else this.#client.end();
  }

  /**
   * Sends what is withheld if it may go now: part by part.
   *
   * @param {() => boolean} isPending
   * @param {boolean} isStopped Whether the server reads nothing now.
   * @returns {boolean} whether it did
   */
  release(isPending, isStopped) {
    // A client that has received an end sends nothing more.
    if (this.#client.over) this.#held = [];
    if (this.#held.length === 0) return false;
    const { fin, joined } = this.#delivery;
    const isFlushed = this.#isFinHeld && (fin === 'flushes' || (fin === 'resumes' && !isStopped));
    const isAtStop = this.#offset === this.#stop;
    if (isAtStop && !isFlushed && isPending()) return false;
    if (isFlushed) this.#stops = [];
    else if (isAtStop) this.#stops = this.#stops.slice(1);
    this.isReleased = true;
    if (joined) this.#held = [this.#held.join('')];
    this.#write();
    if (this.#held.length === 0 && this.#isFinHeld) this.#client.end();
    return true;
  }

  /** Up to where bytes may be sent. */
  get #stop() {
    return this.#stops[0] ?? Number.POSITIVE_INFINITY;
  }

  /** Sends the first of the parts that are withheld, as far as it may go. */
  #write() {
    const [part = '', ...others] = this.#held;
    const length = Math.min(part.length, this.#stop - this.#offset);
    this.#offset += length;
    if (length > 0) this.#client.write(part.slice(0, length));
    this.#held = length < part.length ? [part.slice(length), ...others] : others;
  }
}
