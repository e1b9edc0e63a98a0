import { realpathSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { relative, resolve } from 'node:path';
import { clearTimeout, setTimeout } from 'node:timers';
import { checkOptionNames } from '@nextpress/semantics/options';
import type { DevOptions } from './dev-options.ts';
import { AppProcess, describeExit } from './internal/app-process.ts';
import { findEntry, rootOf, stripsTypes, typeScriptLoader } from './internal/entry.ts';
import { environmentFiles, readEnvironment } from './internal/environment.ts';
import type { ErrorReport } from './internal/error/error-report.ts';
import { FileWatcher } from './internal/file-watcher.ts';
import { type Availability, FrontServer, failureOf } from './internal/front/front-server.ts';
import { LiveReload } from './internal/front/live-reload.ts';
import { inspectOption } from './internal/inspect-option.ts';
import type { FromApp } from './internal/messages.ts';
import { openPage, readKeys, Terminal } from './internal/terminal.ts';

/**
 * How long to wait for the application to listen before the terminal and pages say what it is waiting for (ms). It may still
 * listen later; pages then reload.
 */
const START_TIMEOUT = 5_000;

/** How long other requests wait, and pages during a restart (ms). */
const REQUEST_TIMEOUT = 30_000;

/** A running development server. */
export interface DevServer {
  /**
   * Resolves with the exit code when the server has stopped, by {@link DevServer.close}, a key or a signal. The code is 1 if a
   * port could not be opened.
   */
  readonly closed: Promise<number>;
  close(): Promise<void>;
}

/**
 * Runs an application and restarts it when its files change. Its port stays open, so no request is lost.
 *
 * @throws TypeError for an unknown option or a wrong `inspect`, and Error if there is no entry or this version of Node cannot run it
 */
export async function dev(options: DevOptions = {}): Promise<DevServer> {
  checkOptionNames('dev', options, ['entry', 'host', 'inspect', 'port', 'reload', 'watch']);
  const session = new Session(options);
  session.start();
  return session;
}

/**
 * Manages up to three application processes: one serves, one is starting, and a spare one has Node already running. With `inspect`
 * there is only one, because they would all need the port of the debugger.
 */
class Session implements DevServer {
  readonly closed: Promise<number>;
  readonly #options: DevOptions;
  readonly #entry: string;
  readonly #root: string;
  readonly #inspect: string | undefined;
  readonly #terminal = new Terminal();
  readonly #reload: LiveReload | undefined;
  readonly #watcher: FileWatcher;
  readonly #fronts = new Map<number, FrontServer>();
  #stripsTypes = stripsTypes();
  #serving: AppProcess | undefined;
  #starting: AppProcess | undefined;
  #spare: AppProcess | undefined;
  /** Why there is no application, or none on a port. */
  #failure: ErrorReport | undefined;
  /** Requests waiting for a process. */
  readonly #waiting = new Set<() => void>();
  /** What the starting process is still waiting for; `''` until it has responded. */
  #pending = '';
  #isAsked = false;
  #startedAt = performance.now();
  #attempts = 0;
  /** Resolves when the last process with exclusive use of a port has exited. */
  #released: Promise<unknown> = Promise.resolve();
  #reason = '';
  #timer: NodeJS.Timeout | undefined;
  #hasServed = false;
  #isPrinting = true;
  #isClosing = false;
  #exitCode = 0;
  #end: () => void = () => undefined;

  constructor(options: DevOptions) {
    this.#options = options;
    this.#entry = findEntry(process.cwd(), options.entry);
    // Node identifies modules by their real paths.
    this.#root = realpathSync(rootOf(this.#entry));
    this.#inspect = inspectOption(options.inspect);
    this.#reload = options.reload === false ? undefined : new LiveReload();
    // Throws before anything runs.
    typeScriptLoader(this.#entry, this.#stripsTypes);
    const named = (options.watch ?? []).map((path) => resolve(path));
    this.#watcher = new FileWatcher(this.#root, named, {
      onCode: (paths) => {
        // The environment of a process is fixed at its start.
        if (paths.some((path) => environmentFiles(this.#root).includes(path))) this.#dropSpare();
        this.#restart(`${relative(this.#root, paths[0] ?? '')} changed`);
      },
      onPage: () => this.#reload?.reload(),
      onLimit: (code) =>
        this.#terminal.warn(`Cannot watch all files: the limit of file watchers is reached (${code}).`),
    });
    this.#watcher.add([this.#entry, ...environmentFiles(this.#root)], Date.now());
    const endKeys = readKeys({
      r: () => this.#restart('restart'),
      o: () => this.#open(),
      l: () => this.#serving?.ask('routes'),
      q: () => void this.close(),
      '\u0003': () => void this.close(),
    });
    const onSignal = (): void => void this.close();
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
    this.closed = new Promise((end) => {
      this.#end = () => {
        endKeys();
        process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
        end(this.#exitCode);
      };
    });
  }

  start(): void {
    this.#startedAt = performance.now();
    const next = this.#spare ?? this.#spawn();
    this.#spare = undefined;
    this.#starting = next;
    next.run();
    this.#pending = '';
    this.#isAsked = false;
    this.#explainAfter(this.#hasServed ? REQUEST_TIMEOUT : START_TIMEOUT);
  }

  async close(): Promise<void> {
    if (this.#isClosing) {
      await this.closed;
      return;
    }
    this.#isClosing = true;
    clearTimeout(this.#timer);
    for (const front of this.#fronts.values()) front.close();
    this.#watcher.close();
    await Promise.all([this.#serving, this.#starting, this.#spare].map((each) => each?.stop()));
    this.#end();
  }

  #restart(reason: string): void {
    if (this.#isClosing) return;
    this.#reason = reason;
    clearTimeout(this.#timer);
    this.#failure = undefined;
    void this.#starting?.stop();
    // Their ports must be free before the next process can use them.
    const holders = [this.#starting, this.#serving].filter((each) => each?.isExclusive === true);
    if (holders.length > 0) this.#released = Promise.all(holders.map((each) => each?.stop()));
    this.#starting = undefined;
    if (this.#serving?.isExclusive === true) this.#serving = undefined;
    const attempt = ++this.#attempts;
    void this.#released.then(() => {
      if (attempt === this.#attempts && !this.#isClosing) this.start();
    });
  }

  #spawn(): AppProcess {
    return new AppProcess({
      settings: {
        root: this.#root,
        entry: this.#entry,
        port: this.#port,
        isColored: this.#terminal.isColored,
        inspect: this.#inspect,
      },
      env: readEnvironment(this.#root),
      loader: typeScriptLoader(this.#entry, this.#stripsTypes),
      onMessage: (message, from) => this.#receive(message, from),
      onExit: (from, code, signal) => this.#ended(from, code, signal),
    });
  }

  #receive(message: FromApp, from: AppProcess): void {
    if (message.type === 'loaded') this.#watcher.add(message.files, message.since);
    else if (message.type === 'missing') this.#watcher.addMissing(message.files);
    else if (message.type === 'pending') this.#explain(from, message.text);
    else if (message.type === 'routes') this.#terminal.print(message.text);
    else if (message.type === 'listening') {
      this.#isPrinting = !message.prints;
      this.#watcher.addPages(message.views);
      void this.#serve(from, message.port, message.routes);
    } else if (message.type === 'exclusive') void this.#serve(from, undefined, undefined);
  }

  /** Lets a process serve requests, once it listens. */
  async #serve(from: AppProcess, port: number | undefined, routes: number | undefined): Promise<void> {
    const isNew = port !== undefined && !this.#fronts.has(port);
    if (isNew && !(await this.#openPort(port))) {
      this.#exitCode = 1;
      void this.close();
      return;
    }
    if (this.#isClosing || (from !== this.#starting && from !== this.#serving)) return;
    if (isNew && this.#hasServed) this.#terminal.printUrls(port, this.#options.host);
    if (from === this.#starting) {
      const before = this.#serving;
      this.#serving = from;
      this.#starting = undefined;
      void before?.stop();
      this.#printStart(from, routes);
      this.#prepareSpare();
    }
    this.#settle(undefined);
    this.#reload?.reload();
    // The process may open other servers next.
    if ([...this.#fronts.keys()].some((each) => from.portFor(each) === undefined))
      this.#explainAfter(START_TIMEOUT);
  }

  #printStart(from: AppProcess, routes: number | undefined): void {
    const milliseconds = performance.now() - this.#startedAt;
    if (this.#hasServed) {
      const text = `restarted in ${Math.round(milliseconds)} ms · ${this.#reason}`;
      this.#terminal.print(this.#terminal.paint('dim', text));
    } else this.#terminal.printReady(from.ports, this.#options.host, milliseconds, routes);
    this.#hasServed = true;
  }

  /** Returns whether the port is open. */
  async #openPort(port: number): Promise<boolean> {
    if (this.#fronts.has(port)) return true;
    const front = new FrontServer({
      port,
      host: this.#options.host,
      root: this.#root,
      reload: this.#reload,
      available: (each, isPage) => this.#available(each, isPage),
      onResponse: (req, res, milliseconds) => this.#printResponse(req, res, milliseconds),
    });
    this.#fronts.set(port, front);
    try {
      await front.listen();
      return true;
    } catch (error) {
      this.#fronts.delete(port);
      const { code, message } = error as NodeJS.ErrnoException;
      const reason =
        code === 'EADDRINUSE'
          ? 'another process is using it. Stop that process, or set PORT in .env'
          : message;
      this.#terminal.print(`${this.#terminal.paint('red', `Cannot listen on port ${port}`)}: ${reason}.`);
      return false;
    }
  }

  /** Resolves when a process listens on a port, or when the reason is known why none does. */
  #available(port: number, isPage: boolean): Promise<Availability> {
    return new Promise((resolve) => {
      const check = (): void => {
        const backend = this.#starting === undefined ? this.#serving : undefined;
        const actual = backend?.portFor(port);
        if (backend !== undefined && actual !== undefined) resolve({ backend, actual });
        else if (this.#failure === undefined || (!isPage && this.#mayListen())) return;
        else resolve({ failure: this.#failure });
        this.#waiting.delete(check);
      };
      this.#waiting.add(check);
      check();
    });
  }

  /** Whether a starting process may simply be slow. */
  #mayListen(): boolean {
    return this.#starting !== undefined && performance.now() - this.#startedAt < REQUEST_TIMEOUT;
  }

  #settle(failure: ErrorReport | undefined): void {
    clearTimeout(this.#timer);
    this.#failure = failure;
    for (const check of this.#waiting) check();
  }

  #explainAfter(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#askWhatIsPending(), milliseconds);
  }

  #askWhatIsPending(): void {
    const { ports = [] } = this.#serving ?? {};
    const starting = this.#starting;
    if (starting !== undefined) {
      if (this.#isAsked && this.#pending === '') this.#explain(starting, this.#silence);
      this.#isAsked = true;
      starting.ask('pending');
      this.#explainAfter(START_TIMEOUT);
    } else {
      const others = ports.length === 0 ? '' : `, but on ${ports.join(' and ')}`;
      this.#settle(failureOf(`The application does not listen on this port${others}.`));
    }
  }

  /** Why a process may not respond. */
  get #silence(): string {
    const debugged =
      this.#inspect === undefined ? '' : 'it waits for the debugger, has stopped at a breakpoint, or ';
    return `Its process does not respond: ${debugged}a function is blocking the event loop.`;
  }

  /** Explains in the terminal and to clients why the application does not listen. */
  #explain(from: AppProcess, text: string): void {
    if (from !== this.#starting || this.#isClosing) return;
    const seconds = Math.round((performance.now() - this.#startedAt) / 1_000);
    const message = `The application is not listening after ${seconds} s. ${text}`;
    if (text !== this.#pending) this.#terminal.warn(message);
    this.#pending = text;
    this.#settle(failureOf(message));
    this.#explainAfter(START_TIMEOUT);
    this.#openUsualPort();
  }

  /** Nextpress applications print their responses themselves, because they know the route. */
  #printResponse(
    { method, url }: IncomingMessage,
    { statusCode }: ServerResponse,
    milliseconds: number,
  ): void {
    if (this.#isPrinting)
      this.#terminal.print(`${statusCode} ${method} ${url} ${milliseconds.toFixed(1)} ms`);
  }

  #ended(from: AppProcess, code: number | null, signal: string | null): void {
    if (from === this.#spare) this.#spare = undefined;
    if (from.isStopped || (from !== this.#starting && from !== this.#serving)) return;
    if (from === this.#serving && this.#starting !== undefined) {
      // The next process is already starting.
      this.#serving = undefined;
      return;
    }
    const isTypeScript = from.failure?.code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX';
    if (from === this.#starting && isTypeScript && this.#changeLoader()) return;
    this.#fail(from.failure ?? failureOf(describeExit(signal ?? code, from === this.#starting)));
  }

  /** Starts again with tsx if installed, which compiles syntax that Node cannot strip. */
  #changeLoader(): boolean {
    try {
      typeScriptLoader(this.#entry, false);
    } catch {
      return false;
    }
    this.#stripsTypes = false;
    this.#dropSpare();
    this.start();
    return true;
  }

  /** Shows why there is no application until a file changes. */
  #fail(failure: ErrorReport): void {
    if (this.#isClosing) return;
    const before = this.#serving;
    this.#starting = undefined;
    this.#serving = undefined;
    if (before?.isStopped === false) void before.stop();
    this.#settle(failure);
    this.#terminal.print(this.#terminal.paint('dim', 'Waiting for a change …'));
    this.#openUsualPort();
    this.#reload?.reload();
    this.#prepareSpare();
  }

  /** The application has not chosen its port yet. */
  #openUsualPort(): void {
    if (this.#fronts.size === 0) void this.#openPort(this.#port);
  }

  /** A debugged process opens the debugger's port at its start, so no spare one can run next to it. */
  #prepareSpare(): void {
    if (this.#inspect === undefined) this.#spare ??= this.#spawn();
  }

  #dropSpare(): void {
    void this.#spare?.stop();
    this.#spare = undefined;
  }

  #open(): void {
    const [port] = this.#fronts.keys();
    if (port !== undefined) openPage(`http://localhost:${port}/`);
  }

  get #port(): number {
    return this.#options.port ?? Number(readEnvironment(this.#root).PORT ?? 3000);
  }
}
