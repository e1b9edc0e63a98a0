import type { ServerLayer } from '../../types.ts';
import type { HookFunction, HookName } from './hooks.ts';

/** A hook, and the same as a layer of a chain. */
export interface HookEntry {
  readonly name: HookName;
  readonly hook: HookFunction;
  readonly layer: ServerLayer;
  /** The place of the registration, as `file:line:column`; `undefined` unless a tool asks for it. */
  readonly registeredAt: string | undefined;
}

/** Hooks in the order of registration. A list inside keeps the place of a shared plugin that adds its hooks later. */
export class HookList {
  readonly #items: (HookEntry | HookList)[] = [];

  add(item: HookEntry | HookList): void {
    this.#items.push(item);
  }

  clear(): void {
    this.#items.length = 0;
  }

  of(name: HookName): HookEntry[] {
    return this.#items.flatMap((item) => {
      if (item instanceof HookList) return item.of(name);
      return item.name === name ? [item] : [];
    });
  }
}
