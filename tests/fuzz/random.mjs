/** A small generator of pseudo-random numbers (sfc32): the same seed and stream give the same choices everywhere. */
export class Random {
  #a;
  #b;
  #c;
  #counter = 1;

  /** @param {number} seed @param {number} [stream] */
  constructor(seed, stream = 0) {
    this.#a = seed | 0;
    this.#b = Math.floor(seed / 2 ** 32) | 0;
    this.#c = stream | 0;
    for (let i = 0; i < 15; i++) this.next();
  }

  /** A number in [0, 1). */
  next() {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  }

  /** A whole number from 0, less than `limit`. @param {number} limit */
  below(limit) {
    return Math.floor(this.next() * limit);
  }

  /** A whole number between two, both possible. @param {number} least @param {number} most */
  between(least, most) {
    return least + this.below(most - least + 1);
  }

  /** @param {number} probability */
  chance(probability) {
    return this.next() < probability;
  }

  /** @template Item @param {readonly Item[]} items @returns {Item} */
  pick(items) {
    return /** @type {Item} */ (items[this.below(items.length)]);
  }

  /** One of several makers, by weight. @template Item @param {readonly (readonly [number, () => Item])[]} makers @returns {Item} */
  weigh(makers) {
    let left = this.next() * makers.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, make] of makers) {
      left -= weight;
      if (left < 0) return make();
    }
    return /** @type {readonly [number, () => Item]} */ (makers[0])[1]();
  }
}
