import { Server } from 'node:net';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { requireOf } from '@nextpress/semantics/optional-package';
import type { Inspecting, RouteTable } from '@nextpress/server';
import { NOTE_PLACES, ROUTES } from '@nextpress-internal/internals/keys';

/** An application or router, from any copy of the framework. */
export interface RoutedApplication {
  [ROUTES](): RouteTable;
}

function isApplication(value: unknown): value is RoutedApplication {
  return typeof value === 'function' && ROUTES in value;
}

/** How long to wait for a module's exports after it calls `listen`, in milliseconds. */
const EXPORT_TIMEOUT = 500;

/**
 * How long to wait for `listen` after running a module without exports, because asynchronous plugins may
 * delay it.
 */
const LISTEN_TIMEOUT = 10_000;

/** Thrown if an application cannot be loaded. */
class LoadError extends Error {
  override readonly name = 'LoadError';
}

/**
 * Loads a module and finds its application: the default export, the export `app`, or the request listener of a server.
 * Waits until its plugins have loaded. From then on, `listen` does nothing in this process.
 *
 * @throws {LoadError} if the module cannot be loaded or has no application
 */
export async function loadApplication(entry: string): Promise<RoutedApplication> {
  Object.assign(globalThis, { [NOTE_PLACES]: true });
  if (/\.[cm]?tsx?$/.test(entry)) await loadTypeScript(entry);
  const listening = interceptListen();
  const loading = import(pathToFileURL(resolve(entry)).href) as Promise<Record<string, unknown>>;
  let exports: Record<string, unknown> | undefined;
  try {
    exports = await Promise.race([loading, listening.first.then(() => undefinedAfter(EXPORT_TIMEOUT))]);
  } catch (cause) {
    const { code, message } = Object(cause) as { code?: unknown; message?: unknown };
    const reason = String(message ?? cause);
    const hint =
      code === 'ERR_UNKNOWN_FILE_EXTENSION'
        ? '. For TypeScript use Node 22.18 or newer, or run npm install --save-dev tsx'
        : '';
    throw new LoadError(`Cannot load ${entry}: ${reason}${hint}`, { cause });
  }
  const exported = [exports?.default, exports?.app];
  if (!exported.some(isApplication)) await Promise.race([listening.first, idleOrTimeout(LISTEN_TIMEOUT)]);
  const candidates = [...exported, ...listening.listeners()];
  const found = candidates.find(isApplication);
  if (found !== undefined) {
    await loadPlugins(found, entry);
    return found;
  }
  throw new LoadError(
    candidates.some(isOfExpress)
      ? `No Nextpress application in ${entry}: expected nextpress/express, got express. Import nextpress/express instead of express.`
      : `No Nextpress application in ${entry}: expected a default export, an export "app" or a call of app.listen()`,
  );
}

/** Lets tsx load TypeScript where Node does not, if the project has it. */
async function loadTypeScript(entry: string): Promise<void> {
  if ((process.features as { readonly typescript?: unknown }).typescript) return;
  const require = requireOf('tsx', [resolve(entry)]);
  if (require !== undefined) await import(pathToFileURL(require.resolve('tsx')).href);
}

/** Nextpress applications have these members too: check for them first. */
function isOfExpress(value: unknown): boolean {
  return typeof value === 'function' && 'handle' in value && 'engine' in value;
}

/** @throws {LoadError} if a plugin cannot be loaded */
async function loadPlugins(app: object, entry: string): Promise<void> {
  try {
    await (app as { ready?(): Promise<void> }).ready?.();
  } catch (cause) {
    throw new LoadError(`Cannot load ${entry}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

/** Resolves when the event loop is idle, but no later than the timeout. */
function idleOrTimeout(milliseconds: number): Promise<void> {
  return new Promise((done) => {
    process.once('beforeExit', () => done());
    setTimeout(done, milliseconds).unref();
  });
}

function undefinedAfter(milliseconds: number): Promise<undefined> {
  return new Promise((done) => setTimeout(done, milliseconds, undefined));
}

/** Replaces `listen` for all servers in this process, and records the servers it is called on. */
function interceptListen(): { first: Promise<void>; listeners: () => unknown[] } {
  const servers: Server[] = [];
  let begin: () => void = () => undefined;
  const first = new Promise<void>((resolveFirst) => {
    begin = resolveFirst;
  });
  Server.prototype.listen = function listen(this: Server): Server {
    servers.push(this);
    begin();
    return this;
  };
  return { first, listeners: () => servers.flatMap((server) => server.listeners('request')) };
}

/**
 * Loads an opt-in package, which the framework does not depend on, from where the application would.
 *
 * @param command - the command that needs it, for the message
 * @param entry - the application's module
 * @throws {LoadError} if it is not installed
 */
export function loadPackage<T>(name: string, command: string, entry = 'noop.js'): T {
  const require = requireOf(name, [resolve(entry), import.meta.url]);
  if (require !== undefined) return require(name) as T;
  throw new LoadError(
    `Missing package for nextpress ${command}: expected ${name} to be installed. Run: npm install --save-dev ${name}`,
  );
}

/**
 * Uses the prototype's methods: `routes` is hidden in Express applications, and Feathers has its own. Routers have
 * none.
 */
export function inspectable(app: object): Inspecting | undefined {
  const { routes, explain } = Object.getPrototypeOf(app) as Partial<Inspecting>;
  if (routes === undefined || explain === undefined) return undefined;
  return { routes: () => routes.call(app), explain: (method, path) => explain.call(app, method, path) };
}

/** @throws {LoadError} if the application cannot be loaded, or is a router */
export async function loadInspectable(entry: string): Promise<Inspecting> {
  const app = inspectable(await loadApplication(entry));
  if (app !== undefined) return app;
  throw new LoadError(
    `No application with routes() and explain() in ${entry}: expected an application from createServer() or express() as the default export or an export "app"`,
  );
}
