/** @module Cold: `app.engine` and `app.render`. */

import { errorForNext } from '@nextpress/semantics/thrown-value';
import { type View, type ViewOptions, withDot } from './view.ts';
import type { EngineLookup, ViewEngine, Views } from './view-engine.ts';

/** Called with an error, or with the rendered text. */
export type RenderCallback = (error: Error, html: string) => void;

/** Values for the template, in addition to the locals of the application and of the response. */
export interface RenderOptions {
  /**
   * Whether to look up the view only once. Templates see this value.
   * @defaultValue the setting `view cache`
   */
  readonly cache?: boolean;
  readonly [local: string]: unknown;
}

/** The class of views: the setting `view`. */
type ViewClass = new (name: string, options: ViewOptions) => LookedUpView;

/** A view in the cache of an application. */
export type LookedUpView = Pick<View, 'path' | 'root' | 'render'>;

/** The members of an application that rendering uses. */
export interface RenderingApplication {
  get(setting: string): unknown;
  enabled(setting: string): boolean;
  readonly locals: object;
  /** The views found so far, by name, when `view cache` is on. */
  readonly cache: Record<string, LookedUpView>;
  readonly engines: EngineLookup;
}

/** `app.engine`: sets the function that renders files of an extension. */
export function engine<App extends RenderingApplication>(
  this: App,
  extension: string,
  render: ViewEngine,
): App {
  // Express throws an Error with this message, and its users' tests match it.
  if (typeof render !== 'function') throw new Error('callback function required');
  this.engines[withDot(extension)] = render;
  return this;
}

/** `app.render`: renders a view with the locals of the application. */
export function render(
  this: RenderingApplication,
  name: string,
  options: RenderOptions | RenderCallback | null | undefined,
  callback?: RenderCallback,
): void {
  const done = (typeof options === 'function' ? options : callback) as RenderCallback;
  const given: RenderOptions = typeof options === 'object' && options !== null ? options : {};
  const locals: Record<string, unknown> = { ...this.locals, ...Object(given._locals), ...given };
  locals.cache ??= this.enabled('view cache');
  let view = locals.cache ? this.cache[name] : undefined;
  if (!view) {
    view = lookUp(this, name);
    if (!view.path) {
      done(missing(view, name), undefined as never);
      return;
    }
    if (locals.cache) this.cache[name] = view;
  }
  try {
    view.render(locals, done as (error: unknown) => void);
  } catch (error) {
    done(errorForNext(error, 'The view engine') as Error, undefined as never);
  }
}

function lookUp(app: RenderingApplication, name: string): LookedUpView {
  const ViewOfApplication = app.get('view') as ViewClass;
  return new ViewOfApplication(name, {
    defaultEngine: app.get('view engine') as string | undefined,
    root: app.get('views') as Views,
    engines: app.engines,
  });
}

function missing(view: { readonly root: Views }, name: string): Error {
  const folders = [view.root].flat();
  const last = folders.pop();
  const where =
    folders.length > 0 ? `directories "${folders.join('", "')}" or "${last}"` : `directory "${view.root}"`;
  return Object.assign(new Error(`Failed to lookup view "${name}" in views ${where}`), { view });
}
