/** @module Cold: `app.engine`, `app.render` and `res.render`, methods of the prototypes of applications and responses. */

import type { Response } from '../messages.ts';
import { type View, type ViewOptions, withDot } from './view.ts';
import type { EngineLookup, ViewEngine, Views } from './view-engine.ts';

/** Called with the rendered text, or with why there is none. */
export type RenderCallback = (error: Error, html: string) => void;

/** What a template may use beside the locals of the application and of the response. */
export interface RenderOptions {
  /**
   * Whether to look the view up only once; templates see it too.
   * @defaultValue the setting `view cache`
   */
  readonly cache?: boolean;
  readonly [local: string]: unknown;
}

/** The class of views, as the setting `view` has it. */
type ViewClass = new (name: string, options: ViewOptions) => LookedUpView;

/** A view as an application keeps it. */
export type LookedUpView = Pick<View, 'path' | 'root' | 'render'>;

/** What rendering needs of an application. */
export interface RenderingApplication {
  get(setting: string): unknown;
  enabled(setting: string): boolean;
  readonly locals: object;
  /** Views that were looked up, by name, where `view cache` is on. */
  readonly cache: Record<string, LookedUpView>;
  readonly engines: EngineLookup;
}

/** What rendering needs of a request. */
interface RenderingRequest {
  readonly app: { render: OmitThisParameter<typeof render> };
  readonly next: (error: unknown) => void;
}

/** `app.engine`: renders files of an extension with a function. */
export function engine<App extends RenderingApplication>(
  this: App,
  extension: string,
  render: ViewEngine,
): App {
  // Express throws an Error, not a TypeError; its users' tests know it by its message.
  if (typeof render !== 'function') throw new Error('callback function required');
  this.engines[withDot(extension)] = render;
  return this;
}

/** `app.render`: renders a view with the application's locals, and calls back. */
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
  const view = locals.cache ? (this.cache[name] ?? lookUp(this, name)) : lookUp(this, name);
  if (!view.path) {
    done(missing(view, name), undefined as never);
    return;
  }
  if (locals.cache) this.cache[name] = view;
  try {
    view.render(locals, done as (error: unknown) => void);
  } catch (error) {
    done(error as Error, undefined as never);
  }
}

/** `res.render`: answers with a view, with the response's locals and the application's. */
export function renderResponse(
  this: Response,
  name: string,
  options: RenderOptions | RenderCallback | undefined,
  callback?: RenderCallback,
): void {
  const { app, next } = this.req as unknown as RenderingRequest;
  const given = typeof options === 'object' ? options : {};
  const answer: RenderCallback = (error, html) => {
    if (error) next(error);
    else this.send(html);
  };
  const done = typeof options === 'function' ? options : callback;
  app.render(name, { ...given, _locals: this.locals }, done ?? answer);
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
