import { countChange, type Layer } from './layer.ts';
import { observe, observeLayer, type Watcher } from './observe.ts';

/** The layers of a router or a route in the order of registration. `watcher` is notified of each change of the list or a layer. */
export class Stack<Kind extends Layer> implements Watcher {
  readonly #isKind: (value: unknown) => value is Kind;
  readonly #watcher: Watcher;
  #layers: Kind[] = [];
  #view: Kind[] | undefined;

  constructor(isKind: (value: unknown) => value is Kind, watcher: Watcher) {
    this.#isKind = isKind;
    this.#watcher = watcher;
  }

  changed(): void {
    countChange();
    this.#watcher.changed();
  }

  /** The layers, for reading. */
  get layers(): readonly Kind[] {
    return this.#layers;
  }

  /** The list that the application sees and may change. */
  get view(): Kind[] {
    this.#view ??= observe(this.#layers, this, (value) => this.#adopt(value));
    return this.#view;
  }

  /** Adds a layer at the end, or before another one. Returns it as the stack contains it. */
  append(layer: Kind, before?: Kind): Kind {
    const stored = observeLayer(layer, this);
    // A list that grows keeps room for 16 more, and most routes have one handler.
    if (this.#layers.length === 0 && this.#view === undefined) this.#layers = [stored];
    // Not through the proxy, which copies the list for each new element.
    else insertBefore(this.#layers, stored, before);
    this.changed();
    return stored;
  }

  remove(isRemoved: (layer: Kind) => boolean): void {
    // In place: tools may have the view.
    this.#layers.splice(0, Infinity, ...this.#layers.filter((layer) => !isRemoved(layer)));
    this.changed();
  }

  /**
   * Replaces all layers with a copy of a list: later changes to that list have no effect.
   *
   * @throws TypeError if one of the values is not a layer
   */
  replace(layers: readonly Layer[]): void {
    this.#layers = layers.map((layer) => this.#adopt(layer));
    this.#view = undefined;
    this.changed();
  }

  #adopt(value: unknown): Kind {
    if (this.#isKind(value)) return observeLayer(value, this);
    throw new TypeError(
      `Invalid layer: expected one created by use(), route() or a method such as get(), got ${typeof value}`,
    );
  }
}

/** Inserts an item before another one, or at the end if the list does not contain that one. */
export function insertBefore<Item>(list: Item[], item: Item, before: Item | undefined): void {
  const at = before === undefined ? -1 : list.lastIndexOf(before);
  list.splice(at === -1 ? list.length : at, 0, item);
}
