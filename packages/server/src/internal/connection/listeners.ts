import { type EventEmitter, errorMonitor } from 'node:events';
import http, { type RequestListener, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { fastLane } from '@nextpress/fast-lane';
import type { Messages } from '../../messages.ts';
import type { Settings } from '../../options.ts';
import { answerConnectionErrors } from './connection-errors.ts';
import { deferContinue } from './deferred-continue.ts';

type Callback = (this: Server, error?: Error) => void;

/** Read by `@nextpress/fast-lane/register`, which would give the server the lane otherwise. */
const OPTED_OUT: unique symbol = Symbol.for('nextpress.withoutFastLane') as never;

function addFastLane(server: Server): Server {
  return fastLane(server, { lazy: true });
}

function optOut(server: Server): Server {
  return Object.defineProperty(server, OPTED_OUT, { value: true });
}

/** The servers an application listens with. */
export class Listeners {
  readonly #servers = new Set<Server>();
  readonly #create: () => Server;

  constructor(settings: Settings, messages: Messages, listener: RequestListener) {
    const { tls, node } = settings;
    const prepare = settings.fastLane ? addFastLane : optOut;
    const options = { ...node, IncomingMessage: messages.Request, ServerResponse: messages.Response };
    this.#create = () => {
      const server =
        tls === undefined
          ? http.createServer(options, listener)
          : secureModule().createServer({ ...tls, ...options }, listener);
      answerConnectionErrors(server);
      deferContinue(server);
      return prepare(server);
    };
  }

  /** Listens as `server.listen` does, with a callback that hears of failure too, as in Express. */
  listen(args: readonly unknown[]): Server {
    const server = this.#create();
    this.#servers.add(server);
    server.once('close', () => this.#servers.delete(server));
    // Heard of without being handled: an error that nobody handles still ends the process, as with Node's servers.
    (server as EventEmitter).once(errorMonitor, () => server.listening || this.#servers.delete(server));
    const last = args.at(-1);
    if (typeof last === 'function') announce(server, last as Callback);
    const rest = typeof last === 'function' ? args.slice(0, -1) : args;
    return server.listen(...(rest as []));
  }

  /** Closes every server; resolves when the last connection has ended. */
  async close(): Promise<void> {
    await Promise.all([...this.#servers].map(closeServer));
  }
}

/**
 * Loads TLS for those who ask for it; required, so that agents that watch `require` see it. Builtins are found from everywhere,
 * and where there is no /proc `process.execPath` is no path.
 */
function secureModule(): typeof import('node:https') {
  return createRequire('/')('node:https') as typeof import('node:https');
}

/** Calls back once: when the server listens, or with the error that kept it from listening. */
function announce(server: Server, callback: Callback): void {
  const settle = (error?: Error): void => {
    server.off('listening', settle);
    server.off('error', settle);
    callback.call(server, error);
  };
  server.once('listening', settle);
  server.once('error', settle);
}

/** How often a closing server looks for connections whose last response has left, in milliseconds. */
const SWEEP = 50;

/** Node ends the connections that are idle now; those that become idle later would stay for `keepAliveTimeout`. */
function closeServer(server: Server): Promise<void> {
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP);
  return new Promise((resolve) => {
    // A server that never came to listen reports that it isn't running, which is what was asked for.
    server.close(() => {
      clearInterval(sweep);
      resolve();
    });
  });
}
