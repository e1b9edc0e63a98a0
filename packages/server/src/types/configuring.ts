import type { LookedUpView, RenderCallback, RenderOptions } from '../views/render.ts';
import type { EngineLookup, ViewEngine } from '../views/view-engine.ts';
import type { Anything, LocalsRecord, Path } from './values.ts';

/** The settings and the views of an application, and its place in others. */
export interface Configuring {
  /**
   * Changes a setting, or reads it. A mounted application inherits the settings that it has not set, `trust proxy`
   * included. `case sensitive routing` and `strict routing` take effect only before the first path is registered.
   *
   * @throws TypeError naming the setting, when its value is invalid
   */
  set(setting: string, value: unknown): this;
  set(setting: string): Anything;
  /** Sets a setting to `true`. */
  enable(setting: string): this;
  /** Sets a setting to `false`. */
  disable(setting: string): this;
  /** Whether a setting is truthy. */
  enabled(setting: string): boolean;
  /** Whether a setting is falsy. */
  disabled(setting: string): boolean;
  /** All settings by name, inherited ones included. Change them with `set`: an assignment is neither checked nor compiled. */
  settings: Record<string, Anything>;

  /**
   * Sets the function that renders views of an extension, such as the `__express` export of a template engine.
   *
   * @throws Error when it is not a function
   */
  engine(extension: string, engine: ViewEngine): this;
  /**
   * Renders a view with the locals of the application. The callback gets the text, or an error when there is no such view.
   *
   * @throws Error when no engine renders the extension
   */
  render(view: string, callback: RenderCallback): void;
  render(view: string, options: RenderOptions, callback: RenderCallback): void;
  /** Engines by extension, dot included; inherited from the application that mounts this one. */
  readonly engines: EngineLookup;
  /** The views found so far, by name, when `view cache` is on. */
  readonly cache: Record<string, LookedUpView>;

  /** Resets the application: no routes, no engines, default settings. */
  init(): void;
  /** Resets the settings that have a default. */
  defaultConfiguration(): void;
  /** Values for every rendered view and for user code; `settings` is one of them. */
  locals: LocalsRecord;
  /** The path or paths where the application is mounted; `/` when it is not mounted. */
  mountpath: Path;
  /** The prototype of the application's requests: add properties here, or assign an object that inherits from it. */
  request: object;
  /** The prototype of the application's responses: add properties here, or assign an object that inherits from it. */
  response: object;
  /** The path of the application, mount paths of its parents included; `''` when it is not mounted. */
  path(): string;
}
