import type { PlannedChain } from './planned-chain.ts';

/** Up to this number chains are cached, then the oldest is evicted: clients choose the paths that decide which ones occur. */
const MAX_CHAINS = 1_000;

/** Chains by a key. */
export class ChainCache {
  readonly #chains = new Map<string, PlannedChain>();

  get(key: string, make: () => PlannedChain): PlannedChain {
    const cached = this.#chains.get(key);
    if (cached !== undefined) return cached;
    const chain = make();
    if (this.#chains.size === MAX_CHAINS) this.#chains.delete(this.#chains.keys().next().value as string);
    this.#chains.set(key, chain);
    return chain;
  }
}
