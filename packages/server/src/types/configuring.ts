import type { LookedUpView, RenderCallback, RenderOptions } from '../views/render.ts';
import type { EngineLookup, ViewEngine } from '../views/view-engine.ts';
import type { Anything, LocalsRecord, Path } from './values.ts';

/** The settings and the views of an application, and where it is mounted. */
export interface Configuring {
  /**
   * Changes a setting, or reads it. A mounted application inherits the settings that it has not set, `trust proxy`
   * included. `case sensitive routing` and `strict routing` take effect only before the first path is registered.
   *
   * @throws TypeError naming the setting, when its value is invalid
   *
   * @example
   * ```ts
   * app.set('json spaces', 2);
   * app.set('json spaces'); // => 2
   * app.get('/', (req, res) => res.json([1]));
   * // GET / => 200 Content-Length: 7
   * ```
   */
  set(setting: string, value: unknown): this;
  set(setting: string): Anything;
  /**
   * Sets a setting to `true`.
   *
   * @example
   * ```ts
   * app.enable('x-powered-by');
   * // GET / => 404 X-Powered-By: Nextpress
   * ```
   */
  enable(setting: string): this;
  /**
   * Sets a setting to `false`.
   *
   * @example
   * ```ts
   * app.disable('etag').disabled('etag'); // => true
   * ```
   */
  disable(setting: string): this;
  /**
   * Whether a setting is truthy.
   *
   * @example
   * ```ts
   * app.enabled('trust proxy'); // => false
   * ```
   */
  enabled(setting: string): boolean;
  /**
   * Whether a setting is falsy.
   *
   * @example
   * ```ts
   * app.disabled('trust proxy'); // => true
   * ```
   */
  disabled(setting: string): boolean;
  /**
   * All settings by name, inherited ones included. Change them with `set`: an assignment is neither checked nor compiled.
   *
   * @example
   * ```ts
   * app.settings['subdomain offset']; // => 2
   * ```
   */
  settings: Record<string, Anything>;

  /**
   * Sets the function that renders views of an extension, such as the `__express` export of a template engine.
   *
   * @throws Error if it is not a function
   *
   * @example
   * ```ts
   * const app = createServer({ views: '.' });
   * app.engine('md', (path, options, done) => done(null, `<h1>${options.title}</h1>`));
   * app.get('/', (req, res) => res.render('README.md', { title: 'Hello' }));
   * // GET / => 200 <h1>Hello</h1>
   * ```
   */
  engine(extension: string, engine: ViewEngine): this;
  /**
   * Renders a view with the locals of the application. The callback gets the text, or an error when there is no such view.
   *
   * @throws Error if no engine renders the extension
   *
   * @example
   * ```ts
   * const app = createServer({ views: '.' });
   * app.engine('md', (path, options, done) => done(null, `Dear ${options.name}`));
   * app.render('README.md', { name: 'Ada' }, (error, text) => {
   *   console.log(text); // => 'Dear Ada'
   * });
   * ```
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
  /**
   * Values for every rendered view and for your code; `settings` is one of them.
   *
   * @example
   * ```ts
   * app.locals.title = 'Shop';
   * app.get('/', (req, res) => res.send(app.locals.title));
   * // GET / => 200 Shop
   * ```
   */
  locals: LocalsRecord;
  /**
   * The path or paths where the application is mounted; `/` when it is not mounted.
   *
   * @example
   * ```ts
   * const admin = createServer();
   * app.use('/admin', admin);
   * admin.mountpath; // => '/admin'
   * ```
   */
  mountpath: Path;
  /**
   * The prototype of the application's requests: add properties here, or assign an object that inherits from it.
   *
   * @example
   * ```ts
   * Object.defineProperty(app.request, 'isMobile', {
   *   get() {
   *     return this.get('User-Agent')?.includes('Mobile') ?? false;
   *   },
   * });
   * app.get('/', (req, res) => res.json(req.isMobile));
   * // GET / User-Agent: Mobile Safari => 200 true
   * ```
   */
  request: object;
  /** The prototype of the application's responses: add properties here, or assign an object that inherits from it. */
  response: object;
  /**
   * The path of the application, mount paths of its parents included; `''` when it is not mounted.
   *
   * @example
   * ```ts
   * const blog = createServer();
   * const drafts = createServer();
   * app.use('/blog', blog);
   * blog.use('/drafts', drafts);
   * drafts.path(); // => '/blog/drafts'
   * ```
   */
  path(): string;
}

/** Reads a setting: the other use of `app.get`. */
export interface ReadSetting {
  /**
   * Registers handlers for `GET` requests whose path matches, and returns the application. They also respond
   * to `HEAD`, unless the path has `HEAD` handlers. With only a name, it reads a setting, as `app.set` does.
   * Everything else works as in `app.post`.
   *
   * @throws TypeError if the path or an option is invalid
   *
   * @example
   * ```ts
   * app.get('/users/:id', (req, res) => {
   *   res.json({ id: req.params.id });
   * });
   * app.get('etag'); // => false
   * // GET /users/7 => 200 {"id":"7"}
   * // HEAD /users/7 => 200 Content-Length: 10
   * ```
   */
  // biome-ignore lint/style/useShorthandFunctionType: editors show the comment of a signature only
  (setting: string): Anything;
}
