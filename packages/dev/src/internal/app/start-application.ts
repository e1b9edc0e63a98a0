/** @module Runs in the application's process: waits until it may start, and reports to the development server. */

import { realpathSync } from 'node:fs';
import type { Server } from 'node:http';
import inspector from 'node:inspector';
import { relative } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers';
import { pathToFileURL } from 'node:url';
import { reportError } from '../error/error-report.ts';
import { errorText } from '../error/error-text.ts';
import { type AppSettings, type FromApp, SETTINGS_VARIABLE, type ToApp } from '../messages.ts';
import {
  applicationOf,
  listenOn,
  type RoutedApplication,
  routesOf,
  routesText,
  viewFoldersOf,
} from './application.ts';
import { prepareCompilers, saveCompiledCode } from './compilers.ts';
import { watchConnections } from './connections.ts';
import { installTools } from './development-tools.ts';
import { interceptListen } from './listen.ts';
import { missingFiles, watchLoading } from './loaded-files.ts';
import { explainSyntaxError } from './syntax-error.ts';
import { reportThread, watchThreads } from './threads.ts';

/** Files loaded within this time are reported in one message (ms). */
const LOADED_DELAY = 20;

export function startApplication(): Promise<void> {
  const variable = process.env[SETTINGS_VARIABLE];
  // Not imported by the development server.
  if (variable === undefined) {
    reportThread();
    return Promise.resolve();
  }
  const settings: AppSettings = JSON.parse(variable);
  delete process.env[SETTINGS_VARIABLE];
  const applications = new Set<RoutedApplication>();
  let hasServer = false;
  // Without its parent, nothing would stop the process.
  process.once('disconnect', () => process.exit());
  // Node would wait until the debugger has left.
  if (settings.inspect !== undefined) process.on('exit', () => inspector.close());
  prepareCompilers(settings);
  installTools(settings);
  const loaded = new Set<string>();
  process.on('uncaughtException', (error) => fail(withPlace(error, loaded), settings));
  // Node prints a line and would run the entry.
  if (settings.inspect !== undefined && inspector.url() === undefined)
    return new Promise(() => fail(takenPort(String(settings.inspect)), settings));
  const start: EntryStart = { isLoaded: false };
  const onEntry = (): void => {
    // Unreferenced, so that the process exits when it has nothing left to do.
    process.channel?.unref();
    void listenIfExported(settings, applications, () => hasServer, start);
  };
  const onLoad = collectFiles(loaded, settings.entry, onEntry);
  watchLoading(settings.hooks, onLoad);
  watchThreads(settings.hooks, onLoad);
  const connections = watchConnections();
  interceptListen({
    onListening: ({ server, port, actual }) => {
      hasServer = true;
      const app = applicationIn(server);
      if (app !== undefined) applications.add(app);
      void report(app, port, actual, settings);
    },
    onExclusive: () => {
      hasServer = true;
      send({ type: 'exclusive' });
    },
  });
  return new Promise((run) => {
    process.on('message', ({ type }: ToApp) => {
      if (type === 'run') run();
      else if (type === 'pending') send({ type, text: pendingText(settings, start, connections()) });
      else send({ type: 'routes', text: [...applications].map(routesText).join('\n') });
    });
    send({ type: 'standby' });
  });
}

function send(message: FromApp): void {
  if (process.connected) process.send?.(message);
}

/** Reports that a server listens, once the plugins of its application have loaded. */
async function report(
  app: RoutedApplication | undefined,
  port: number,
  actual: number,
  settings: AppSettings,
): Promise<void> {
  try {
    await app?.ready?.();
  } catch (error) {
    fail(error, settings);
    return;
  }
  const prints = app !== undefined;
  const views = app === undefined ? [] : viewFoldersOf(app);
  send({ type: 'listening', port, actual, routes: app && routesOf(app).length, prints, views });
  saveCompiledCode();
}

function applicationIn(server: Server): RoutedApplication | undefined {
  return server
    .listeners('request')
    .map(applicationOf)
    .find((app) => app !== undefined);
}

interface EntryStart {
  /** Whether the entry has finished running, including its top-level awaits. */
  isLoaded: boolean;
}

/** Says why an application is not listening yet. */
function pendingText({ entry, root }: AppSettings, { isLoaded }: EntryStart, connections: string): string {
  const state = isLoaded
    ? 'has neither called listen() nor exported an application as default or as app'
    : 'has not finished loading: a top-level await may be pending';
  return `${relative(root, entry)} ${state}.${connections}`;
}

/** Makes an exported application listen, since its entry does not. */
async function listenIfExported(
  settings: AppSettings,
  applications: Set<RoutedApplication>,
  hasServer: () => boolean,
  start: EntryStart,
): Promise<void> {
  let exports: Record<string, unknown>;
  try {
    exports = await import(pathToFileURL(settings.entry).href);
  } catch {
    // Node itself reports an error of the entry.
    return;
  }
  start.isLoaded = true;
  // An asynchronous function in the entry may listen later.
  await new Promise((done) => setTimeout(done, 0));
  const candidates = [exports.default, exports.app, (exports.default as { app?: unknown } | undefined)?.app];
  const app = candidates.find((each) => typeof each === 'function' || applicationOf(each) !== undefined);
  if (hasServer() || applications.size > 0 || app === undefined) return;
  listenOn(app, settings.port);
}

/** Collects loaded files, and calls `onEntry` once the entry has begun to load. */
function collectFiles(loaded: Set<string>, entry: string, onEntry: () => void): (path: string) => void {
  let files = new Set<string>();
  let hasEntry = false;
  let since = 0;
  const flush = (): void => {
    if (files.size > 0) send({ type: 'loaded', files: [...files], since });
    files = new Set();
  };
  process.on('exit', flush);
  return (path) => {
    if (files.size === 0) {
      since = Date.now();
      setTimeout(flush, LOADED_DELAY).unref();
    }
    files.add(path);
    loaded.add(path);
    if (hasEntry || !isSameFile(path, entry)) return;
    hasEntry = true;
    setImmediate(onEntry);
  };
}

/** Whether a loaded module may be the target of a link: Node loads the target. */
function isSameFile(path: string, named: string): boolean {
  return path === named || path === realpathSync(named);
}

/** Adds the location to a syntax error, whose stack contains only Node's frames. */
function withPlace(error: unknown, loaded: Iterable<string>): unknown {
  if (!(error instanceof SyntaxError) || !/^SyntaxError/.test(error.stack ?? '')) return error;
  const text = explainSyntaxError(loaded);
  if (text !== undefined) error.stack = text;
  return error;
}

/** Thrown without a stack, because no code is at fault. */
function takenPort(inspect: string): string {
  const port = process.debugPort;
  const host = /=(.*):\d+$/.exec(inspect)?.[1];
  const other = host === undefined ? '' : `, or ${host} is not an address of this machine`;
  return `Cannot open port ${port} for the debugger: another process probably listens there${other}. End it, or choose another port, such as --inspect=${port + 1}.`;
}

/** Ends the process, as Node does after an error that nobody handles. */
function fail(error: unknown, { root, isColored }: AppSettings): void {
  // The application has its own listener, which decides.
  if (process.listenerCount('uncaughtException') > 1) return;
  const report = reportError(error, root);
  // They are loaded once they exist.
  send({ type: 'missing', files: missingFiles(error) });
  process.stderr.write(`\n${errorText(report, isColored)}\n`);
  if (!process.connected) process.exit(1);
  // Without a callback the message could be lost; the process ends anyway.
  process.send?.({ type: 'failed', report } satisfies FromApp, () => process.exit(1));
}
