/** A map that drops its oldest entry when a new one would exceed its size limit. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #maxSize: number;

  constructor(maxSize: number) {
    super();
    this.#maxSize = maxSize;
  }

  override set(key: Key, value: Value): this {
    if (this.size >= this.#maxSize && !this.has(key)) {
      const [oldest] = this.keys();
      this.delete(oldest as Key);
    }
    return super.set(key, value);
  }
}
