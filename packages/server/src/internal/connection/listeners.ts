/** @module Connections: the servers of `listen`, and the checks before a request reaches the application. */

import { type EventEmitter, errorMonitor } from 'node:events';
import http, { type RequestListener, type Server } from 'node:http';
import type { ServerOptions } from 'node:https';
import { createRequire } from 'node:module';
import { fastLane as engage } from '@nextpress/fast-lane';
import type { ListenCallback } from '../../listening.ts';
import type { NodeServerOptions } from '../../options.ts';
import type { Messages } from '../messages/message-prototypes.ts';
import { respondToConnectionErrors } from './connection-errors.ts';
import { deferContinue } from './deferred-continue.ts';

/** Read by `@nextpress/fast-lane/register`, which skips the server. */
const OPTED_OUT: unique symbol = Symbol.for('nextpress.withoutFastLane') as never;

function addFastLane(server: Server): Server {
  return engage(server, { lazy: true });
}

function optOut(server: Server): Server {
  return Object.defineProperty(server, OPTED_OUT, { value: true });
}

/** Options of the servers of an application. */
export interface ListenerOptions {
  readonly fastLane: boolean;
  readonly tls: ServerOptions | undefined;
  readonly node: NodeServerOptions;
}

/** The servers that an application listens with. */
export class Listeners {
  readonly #servers = new Set<Server>();
  readonly #create: () => Server;

  constructor({ fastLane, tls, node }: ListenerOptions, messages: Messages, listener: RequestListener) {
    const prepare = fastLane ? addFastLane : optOut;
    const options = { ...node, IncomingMessage: messages.Request, ServerResponse: messages.Response };
    this.#create = () => {
      const server =
        tls === undefined
          ? http.createServer(options, listener)
          : secureModule().createServer({ ...tls, ...options }, listener);
      respondToConnectionErrors(server);
      deferContinue(server);
      return prepare(server);
    };
  }

  /**
   * Listens like `server.listen`. As in Express, the callback also gets the error when that fails.
   *
   * @param ready - the port is opened when it resolves; its rejection is an `error` event of the server
   */
  listen(args: readonly unknown[], ready?: Promise<void>): Server {
    const server = this.#create();
    this.#servers.add(server);
    server.once('close', () => this.#servers.delete(server));
    // `errorMonitor` does not handle the error, so without another listener it still ends the process, as with Node's servers.
    (server as EventEmitter).once(errorMonitor, () => server.listening || this.#servers.delete(server));
    const last = args.at(-1);
    if (typeof last === 'function') announce(server, last as ListenCallback);
    const rest = typeof last === 'function' ? args.slice(0, -1) : args;
    if (ready === undefined) return server.listen(...(rest as []));
    ready
      .then(() => this.#servers.has(server) && server.listen(...(rest as [])))
      // Not only of a plugin: `listen` throws when the port is invalid.
      .catch((error) => this.#servers.has(server) && server.emit('error', error));
    return server;
  }

  /** Closes every server; resolves when the last connection has ended. */
  async close(): Promise<void> {
    await Promise.all([...this.#servers].map(closeServer));
  }
}

/** Loads TLS only when it is used, by `require`, because monitoring agents hook it. */
function secureModule(): typeof import('node:https') {
  return createRequire('/')('node:https') as typeof import('node:https');
}

/** Calls back once: when the server listens, or with the error that prevents it. */
function announce(server: Server, callback: ListenCallback): void {
  const settle = (error?: Error): void => {
    server.off('listening', settle);
    server.off('error', settle);
    callback.call(server, error);
  };
  server.once('listening', settle);
  server.once('error', settle);
}

/** How often, in milliseconds, a closing server ends idle connections. */
const SWEEP_INTERVAL = 50;

/** Closes a server. Node ends idle connections once; connections that become idle later would stay for `keepAliveTimeout`. */
function closeServer(server: Server): Promise<void> {
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_INTERVAL);
  return new Promise((resolve) => {
    // The error of a server that never listened is ignored: it is closed.
    server.close(() => {
      clearInterval(sweep);
      resolve();
    });
  });
}
