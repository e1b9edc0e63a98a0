import { defaultSettings } from '@nextpress/core';
import type { Application } from '../../types/application.ts';
import type { Dialect, OwnSettings, SettingValues } from '../dialect.ts';
import { observe } from '../registration/observe.ts';
import { applySettings, compileSetting } from './setting-rules.ts';

/** The settings of an application by Express's names, and the form in which the helpers read them. */
export class SettingsStore {
  /** Inherits from the values of the application that mounts this one. */
  readonly values: Record<string, unknown> = Object.create(null);
  /** The values as the application sees them. As in Express, an assignment sets a setting without compiling it. */
  readonly view: Record<string, unknown> = observe(this.values, { changed: () => this.#announce() });
  /** Never replaced, because the prototypes of the messages refer to it. */
  readonly helpers: OwnSettings;
  /** Called after each change of this store or of one that it inherits from. */
  #watcher: () => void = () => {};
  /** Weak, because an application may be removed from the one that mounts it. */
  #mounted: WeakRef<SettingsStore>[] = [];
  readonly #defaults: SettingValues;
  #trustsByDefault = true;

  constructor(app: Application, defaults: SettingValues, dialect: Dialect) {
    this.helpers = defaultHelpers(app, dialect);
    this.#defaults = defaults;
    for (const [name, value] of Object.entries(defaults)) this.#store(name, value);
    applySettings(this.values, this.helpers);
  }

  /** Resets the settings that have a default. */
  restore(): void {
    for (const [name, value] of Object.entries(this.#defaults)) this.#store(name, value);
    this.#trustsByDefault = true;
    this.#announce();
  }

  /** Removes all settings of this store. */
  clear(): void {
    for (const name of Object.keys(this.values)) delete this.values[name];
  }

  /** Replaces all settings by a copy of an object. */
  replace(values: object): void {
    this.clear();
    Object.assign(this.values, values);
    this.#announce();
  }

  /** Calls a function now and after each change. */
  watch(watcher: () => void): void {
    this.#watcher = watcher;
    watcher();
  }

  /**
   * Sets a setting of any name.
   *
   * @throws TypeError with Express's message, when the value of `etag`, `query parser` or `trust proxy` is invalid
   */
  set(name: string, value: unknown): void {
    this.#store(name, value);
    if (name === 'trust proxy') this.#trustsByDefault = false;
    this.#announce();
  }

  /** Inherits from the application that mounts this one, `trust proxy` included unless it was set here. */
  inherit(outer: SettingsStore): void {
    if (this.#trustsByDefault) {
      delete this.values['trust proxy'];
      delete this.values['trust proxy fn'];
    }
    Object.setPrototypeOf(this.values, outer.values);
    const mounted = new Set([...outer.#inheriting(), this]);
    outer.#mounted = [...mounted].map((store) => new WeakRef(store));
    this.#announce();
  }

  #store(name: string, value: unknown): void {
    this.values[name] = value;
    compileSetting(name, this.values, this.helpers.dialect);
  }

  #announce(): void {
    const { app, dialect } = this.helpers;
    // Settings may have been removed.
    Object.assign(this.helpers, defaultHelpers(app, dialect));
    applySettings(this.values, this.helpers);
    this.#watcher();
    for (const store of this.#inheriting()) store.#announce();
  }

  #inheriting(): SettingsStore[] {
    return this.#mounted.flatMap((store) => store.deref() ?? []);
  }
}

/** The settings of the helpers of an application whose settings have been removed. */
function defaultHelpers(app: Application, dialect: Dialect): OwnSettings {
  return { ...defaultSettings(), app, dialect, queryParser: dialect.queryParser };
}
