import { indexTextOf, PrefixIndex, type PrefixNode } from '../path/prefix-index.ts';
import type { ScopeNode } from '../scopes/scope-node.ts';
import type { PlannedLayer } from './planned-chain.ts';

/** The layers that may run for any route: middleware, and routes that the router does not find. */
export class CommonLayers {
  /** Layers whose prefix the index cannot look up, or that have none. */
  readonly #everywhere = new Map<ScopeNode, PlannedLayer[]>();
  readonly #prefixed: [text: string, layer: PlannedLayer][] = [];
  #index: PrefixIndex<PlannedLayer> | undefined;

  add(layer: PlannedLayer): void {
    const { owner, prefix } = layer;
    const text = prefix === undefined ? '' : indexTextOf(prefix);
    const everywhere = this.#everywhere.get(owner);
    if (text !== '') this.#prefixed.push([text, layer]);
    else if (everywhere !== undefined) everywhere.push(layer);
    else this.#everywhere.set(owner, [layer]);
  }

  /** The layers by the text that their prefixes begin with. */
  get prefixes(): PrefixIndex<PlannedLayer> {
    // Layers may come from the stack of a router with another rule for case. They compare the path when they run.
    this.#index ??= new PrefixIndex(this.#prefixed, { caseSensitive: false });
    return this.#index;
  }

  /** The layers of a scope and its enclosing scopes that may match a path with these prefixes. */
  in(scope: ScopeNode, prefixes: PrefixNode<PlannedLayer>): PlannedLayer[] {
    const layers = scope.lineage.flatMap((owner) => this.#everywhere.get(owner) ?? []);
    for (let node: typeof prefixes | undefined = prefixes; node !== undefined; node = node.parent) {
      for (const layer of node.values) if (layer.owner.contains(scope)) layers.push(layer);
    }
    return layers;
  }

  /** The error handlers of one scope, in order. */
  errorHandlersOf(scope: ScopeNode): PlannedLayer[] {
    const prefixed = this.#prefixed.map(([, layer]) => layer).filter(({ owner }) => owner === scope);
    return [...(this.#everywhere.get(scope) ?? []), ...prefixed]
      .filter(({ layer }) => layer.length === 4)
      .sort((one, other) => one.index - other.index);
  }
}
