import { defaultSettings, type HelperSettings } from '@nextpress/core';
import type { Application } from '../../application.ts';
import { applySettings, compileSetting } from './setting-rules.ts';

export type { ExpressVersion } from '@nextpress/core';

/** What the helpers of an application's messages go by, and whose it is. */
export interface ApplicationSettings extends HelperSettings {
  app: Application;
}

/** An application's settings under Express's names, and what they come to for the helpers. */
export class SettingsStore {
  /** Inherits those of the application around it. */
  readonly values: Record<string, unknown> = Object.create(null);
  /** One object for the life of the application: the prototypes of its messages hold it. */
  readonly helpers: ApplicationSettings;
  /** Run after each change, of this store or of one around it. */
  #watcher: () => void = ignore;
  readonly #mounted: SettingsStore[] = [];
  readonly #defaults: Readonly<Record<string, unknown>>;
  #trustsByDefault = true;

  constructor(app: Application, defaults: Readonly<Record<string, unknown>>) {
    this.helpers = { ...defaultSettings(), app };
    this.#defaults = defaults;
    for (const [name, value] of Object.entries(defaults)) this.#store(name, value);
    applySettings(this.values, this.helpers);
  }

  /** Gives the settings that have a default their default. */
  restore(): void {
    for (const [name, value] of Object.entries(this.#defaults)) this.#store(name, value);
    this.#trustsByDefault = true;
    this.#announce();
  }

  /** Forgets all settings that have been set. */
  clear(): void {
    for (const name of Object.keys(this.values)) delete this.values[name];
  }

  /** Calls a function now, and after each change. */
  watch(watcher: () => void): void {
    this.#watcher = watcher;
    watcher();
  }

  /**
   * Sets a setting, whatever its name.
   *
   * @throws TypeError in Express's words, when `etag`, `query parser` or `trust proxy` has no such value
   */
  set(name: string, value: unknown): void {
    this.#store(name, value);
    if (name === 'trust proxy') this.#trustsByDefault = false;
    this.#announce();
  }

  /** Begins to inherit from the application around: what isn't set here, and whom it trusts unless that was set here. */
  inherit(outer: SettingsStore): void {
    if (this.#trustsByDefault) {
      delete this.values['trust proxy'];
      delete this.values['trust proxy fn'];
    }
    Object.setPrototypeOf(this.values, outer.values);
    outer.#mounted.push(this);
    this.#announce();
  }

  #store(name: string, value: unknown): void {
    this.values[name] = value;
    compileSetting(name, this.values);
  }

  #announce(): void {
    applySettings(this.values, this.helpers);
    this.#watcher();
    for (const store of this.#mounted) store.#announce();
  }
}

function ignore(): void {}
