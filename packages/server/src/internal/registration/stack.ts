import type { Layer as ChainLayer } from '@nextpress/middleware';
import type { Request, Response } from '../../messages.ts';
import type { Layer } from './layer.ts';
import { observe } from './observe.ts';

/** Where applications and routers keep their pipeline. */
export const PIPELINE: unique symbol = Symbol('pipeline');

/** A function as the chains run it: a handler, middleware, a whole application. */
export type ServerLayer = ChainLayer<Request, Response>;

/**
 * The layers of a router or a route in the order of their registration, which decides what runs. `changed` runs after any
 * change to the list or to one of the layers.
 */
export class Stack<Kind extends Layer> {
  readonly #isKind: (value: unknown) => value is Kind;
  readonly #changed: () => void;
  #layers: Kind[] = [];
  #view: Kind[] | undefined;

  constructor(isKind: (value: unknown) => value is Kind, changed: () => void) {
    this.#isKind = isKind;
    this.#changed = changed;
  }

  /** The layers, to be read only. */
  get layers(): readonly Kind[] {
    return this.#layers;
  }

  /** The list as user code has it, which may change it. */
  get view(): Kind[] {
    this.#view ??= observe(this.#layers, this.#changed, (value) => this.#check(value));
    return this.#view;
  }

  append(layer: Kind): void {
    // Through a proxy, each element that is added copies the list.
    this.#layers.push(observe(layer, this.#changed));
    this.#changed();
  }

  /**
   * Puts other layers in the place of these.
   *
   * @throws TypeError when one of them is no layer
   */
  replace(layers: readonly Layer[]): void {
    for (const layer of layers) this.#check(layer);
    this.#layers = [...(layers as readonly Kind[])];
    this.#view = undefined;
    this.#changed();
  }

  #check(value: unknown): void {
    if (this.#isKind(value)) return;
    throw new TypeError(
      `Invalid layer: expected one that use(), route() or a method such as get() has made, got ${typeof value}`,
    );
  }
}
