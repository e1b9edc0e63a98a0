import { Server } from 'node:net';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isApplication, type OutlinedApplication } from './check-application.ts';

/** Has the server remember, from here on, where each registration stands in the code. */
const NOTE_PLACES = Symbol.for('nextpress.notePlaces');

/** How long a module that has begun to listen may go on loading, in milliseconds. */
const SETTLE = 500;

/** Why an application can't be checked. */
export class LoadError extends Error {
  override readonly name = 'LoadError';
}

/**
 * Loads the module at a path and finds its application: its default export, its export `app`, or what it gave a server
 * that it made. Nothing listens: `listen` does nothing from here on, so the process is to end after the check.
 *
 * @throws LoadError when the module can't be loaded or holds no application
 */
export async function loadApplication(entry: string): Promise<OutlinedApplication> {
  Object.assign(globalThis, { [NOTE_PLACES]: true });
  const listening = holdServers();
  const loading = import(pathToFileURL(resolve(entry)).href) as Promise<Record<string, unknown>>;
  let exports: Record<string, unknown> | undefined;
  try {
    exports = await Promise.race([loading, listening.first.then(() => undefinedAfter(SETTLE))]);
  } catch (cause) {
    const { code, message } = Object(cause) as { code?: unknown; message?: unknown };
    const reason = String(message ?? cause);
    const hint =
      code === 'ERR_UNKNOWN_FILE_EXTENSION' ? '. Compile it first, or use Node 22.18 for TypeScript' : '';
    throw new LoadError(`${entry} can't be loaded: ${reason}${hint}`, { cause });
  }
  const candidates = [exports?.default, exports?.app, ...listening.listeners()];
  const found = candidates.find(isApplication);
  if (found !== undefined) return found;
  throw new LoadError(
    candidates.some(isOfExpress)
      ? `${entry} holds an application of Express: let it load nextpress/express in the place of express, then check it`
      : `${entry} holds no application of Nextpress: export it (export default app), or let the module call app.listen()`,
  );
}

/** Whether it has what an application of Express has, and applications of Nextpress have more. */
function isOfExpress(value: unknown): boolean {
  return typeof value === 'function' && 'handle' in value && 'engine' in value;
}

function undefinedAfter(milliseconds: number): Promise<undefined> {
  return new Promise((done) => setTimeout(done, milliseconds, undefined));
}

/** Keeps every server of this process from listening, and remembers those that were told to. */
function holdServers(): { first: Promise<void>; listeners: () => unknown[] } {
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
