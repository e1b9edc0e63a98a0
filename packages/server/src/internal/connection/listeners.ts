/** @module Connections: the servers of `listen`, and the checks before a request reaches the application. */

import { type EventEmitter, errorMonitor } from 'node:events';
import http, { type RequestListener, type Server } from 'node:http';
import type { ServerOptions } from 'node:https';
import { createRequire } from 'node:module';
import { clearTimeout, setTimeout } from 'node:timers';
import { fastLane as engage } from '@nextpress/fast-lane';
import type { CutConnection } from '../../closing.ts';
import type { ListenCallback } from '../../listening.ts';
import type { NodeServerOptions } from '../../options.ts';
import { ALPN_PROTOCOLS, acceptHttp2 } from '../http2/accept-http2.ts';
import type { Http2Settings } from '../http2/read-http2-options.ts';
import { Http2Sessions } from '../http2/sessions.ts';
import type { Messages } from '../messages/message-prototypes.ts';
import { formatAs } from '../responding/server-representation.ts';
import { respondToConnectionErrors } from './connection-errors.ts';
import { deferContinue } from './deferred-continue.ts';
import { Drain } from './drain.ts';
import { OpenConnections } from './open-connections.ts';
import { cutStalled } from './send-timeout.ts';

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
  /** In milliseconds; 0 for none. */
  readonly sendTimeout: number;
  readonly tls: ServerOptions | undefined;
  /** `undefined` if only HTTP/1.1 is served. */
  readonly http2: Http2Settings | undefined;
  readonly node: NodeServerOptions;
  /** Whether the servers respond with problem details. */
  readonly sendsProblems: () => boolean;
}

/** How one server of an application listens. */
export interface ListenSetup {
  /** The port is opened when it resolves; its rejection is an `error` event of the server. */
  readonly ready?: Promise<void> | undefined;
  /** Replaces the listener of the application. */
  readonly listener?: RequestListener | undefined;
  /** Prepares the server. */
  readonly prepare?: ((server: Server, options: NodeServerOptions) => void) | undefined;
}

/** The servers that an application listens with. */
export class Listeners {
  readonly #servers = new Map<Server, Drain>();
  readonly #create: (listener?: RequestListener) => Server;
  readonly #options: NodeServerOptions;
  readonly #sendTimeout: number;
  readonly #messages: Messages;
  readonly #http2: Http2Settings | undefined;

  constructor(settings: ListenerOptions, messages: Messages, app: RequestListener) {
    const { fastLane, sendTimeout, tls, http2, node, sendsProblems } = settings;
    this.#options = node;
    this.#sendTimeout = sendTimeout;
    this.#messages = messages;
    this.#http2 = http2;
    const prepare = fastLane ? addFastLane : optOut;
    const options = { ...node, IncomingMessage: messages.Request, ServerResponse: messages.Response };
    this.#create = (listener = app) => {
      const server =
        tls === undefined
          ? http.createServer(options, listener)
          : secureModule().createServer({ ...protocolsOf(tls, http2), ...tls, ...options }, listener);
      respondToConnectionErrors(server);
      formatAs(server, sendsProblems);
      deferContinue(server);
      return prepare(server);
    };
  }

  /** Listens like `server.listen`. As in Express, the callback also gets the error when that fails. */
  listen(args: readonly unknown[], { ready, listener, prepare }: ListenSetup): Server {
    const server = this.#create(listener);
    prepare?.(server, this.#options);
    const http2 = this.#serveHttp2(server);
    // After HTTP/2 has taken the place of the other listeners for connections.
    const connections = new OpenConnections(server);
    cutStalled(server, connections.sockets, this.#sendTimeout);
    this.#servers.set(server, new Drain(server, connections, http2));
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

  /** Has a server accept HTTP/2 as well, if the application does. */
  #serveHttp2(server: Server): Http2Sessions | undefined {
    if (this.#http2 === undefined) return undefined;
    const sessions = new Http2Sessions(server, this.#messages, this.#http2);
    acceptHttp2(server, (socket) => sessions.accept(socket));
    return sessions;
  }

  /** Has responses from now on end their connections. */
  retire(): void {
    for (const drain of this.#servers.values()) drain.retire();
  }

  /**
   * Closes every server; resolves when the last connection has ended.
   *
   * @param grace - after how many milliseconds connections are cut
   * @returns the connections that were cut
   * @throws the error of a server whose `close` has been replaced, when all others have closed
   */
  async close(grace: number): Promise<readonly CutConnection[]> {
    const drains = [...this.#servers.values()];
    let cut: readonly CutConnection[] = [];
    const timer = Number.isFinite(grace)
      ? setTimeout(() => {
          cut = drains.flatMap((drain) => drain.cut());
        }, grace)
      : undefined;
    const results = await Promise.allSettled([...this.#servers.keys()].map(closeServer));
    clearTimeout(timer);
    const failed = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
    if (failed !== undefined) throw failed.reason;
    return cut;
  }
}

function protocolsOf({ ALPNCallback }: ServerOptions, http2: Http2Settings | undefined): ServerOptions {
  return http2 === undefined || ALPNCallback !== undefined ? {} : { ALPNProtocols: [...ALPN_PROTOCOLS] };
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

/** The error of a server that never listened is ignored: it is closed. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
