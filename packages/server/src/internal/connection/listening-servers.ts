/** @module Connections: the servers of `listen`, and the checks before a request reaches the application. */

import { type EventEmitter, errorMonitor } from 'node:events';
import http, { type RequestListener, type Server } from 'node:http';
import type { ServerOptions } from 'node:https';
import { createRequire } from 'node:module';
import { fastLane as engage } from '@nextpress/fast-lane';
import { ALPN_PROTOCOLS, type Http2Settings, serveHttp2 } from '@nextpress/http2';
import { ServerGroup } from '@nextpress/lifecycle';
import { addToMessage } from '@nextpress/semantics/thrown-value';
import { OPTED_OUT } from '@nextpress-internal/internals/keys';
import type { ListenCallback } from '../../types/listening.ts';
import type { NodeServerOptions } from '../../types/server-options.ts';
import type { Messages } from '../messages/message-prototypes.ts';
import { formatAs } from '../responding/error-body.ts';
import { respondToConnectionErrors } from './connection-errors.ts';
import { deferContinue } from './deferred-continue.ts';
import { refuse } from './refusals.ts';
import { cutStalled } from './send-timeout.ts';

/** Options of an application's servers. */
export interface ListeningOptions {
  readonly fastLane: boolean;
  /** In milliseconds; 0 for none. */
  readonly sendTimeout: number;
  readonly tls: ServerOptions | undefined;
  /** `undefined` to serve only HTTP/1.1. */
  readonly http2: Http2Settings | undefined;
  readonly node: NodeServerOptions;
  /** Whether every callback of `listen` gets its error, as in Express. */
  readonly passesErrors: boolean;
  /** Whether the servers respond with problem details. */
  readonly sendsProblems: () => boolean;
}

/** How one server of an application listens. */
export interface ListenSetup {
  /** The port opens once it resolves; a rejection becomes an `error` event of the server. */
  readonly ready?: Promise<void> | undefined;
  /** Replaces the listener of the application. */
  readonly listener?: RequestListener | undefined;
  /** Prepares the server. */
  readonly prepare?: ((server: Server, options: NodeServerOptions) => void) | undefined;
}

/** The servers that an application listens with. */
export class ListeningServers {
  readonly group: ServerGroup = new ServerGroup();
  readonly #settings: ListeningOptions;
  readonly #messages: Messages;
  readonly #app: RequestListener;

  constructor(settings: ListeningOptions, messages: Messages, app: RequestListener) {
    this.#settings = settings;
    this.#messages = messages;
    this.#app = app;
  }

  /** Listens like `server.listen`. A callback with a parameter gets the error if that fails. */
  listen(args: readonly unknown[], { ready, listener = this.#app, prepare }: ListenSetup): Server {
    const { passesErrors, node, http2: settings, sendTimeout } = this.#settings;
    const server = this.#create(listener);
    if (!passesErrors) (server as EventEmitter).once(errorMonitor, explainError);
    prepare?.(server, node);
    const http2 = settings && serveHttp2(server, { settings, messages: this.#messages, refuse });
    // After HTTP/2 has replaced the other listeners for connections.
    const { sockets } = this.group.add(server, http2);
    cutStalled(server, sockets, sendTimeout);
    const last = args.at(-1);
    if (typeof last === 'function') announce(server, last as ListenCallback, passesErrors);
    const rest = typeof last === 'function' ? args.slice(0, -1) : args;
    if (ready === undefined) return server.listen(...(rest as []));
    ready
      .then(() => this.group.has(server) && server.listen(...(rest as [])))
      // Not only a plugin's error: `listen` throws if the port is invalid.
      .catch((error) => this.group.has(server) && server.emit('error', error));
    return server;
  }

  #create(listener: RequestListener): Server {
    const { fastLane, tls, http2, node, sendsProblems } = this.#settings;
    const { Request: IncomingMessage, Response: ServerResponse } = this.#messages;
    const options = { ...node, IncomingMessage, ServerResponse };
    const server =
      tls === undefined
        ? http.createServer(options, listener)
        : secureModule().createServer({ ...protocolsOf(tls, http2), ...tls, ...options }, listener);
    respondToConnectionErrors(server);
    formatAs(server, sendsProblems);
    deferContinue(server);
    if (fastLane) return engage(server, { lazy: true });
    return Object.defineProperty(server, OPTED_OUT, { value: true });
  }
}

function protocolsOf({ ALPNCallback }: ServerOptions, http2: Http2Settings | undefined): ServerOptions {
  return http2 === undefined || ALPNCallback !== undefined ? {} : { ALPNProtocols: [...ALPN_PROTOCOLS] };
}

/** Loads TLS only when it is used, by `require`, because monitoring agents hook it. */
function secureModule(): typeof import('node:https') {
  return createRequire('/')('node:https') as typeof import('node:https');
}

/**
 * Calls back once: when the server listens, or with the error. If the callback has no parameter, the error is an `error` event, which ends
 * the process unless handled: a server that isn't running must not print "running".
 */
function announce(server: Server, callback: ListenCallback, passesErrors: boolean): void {
  if (callback.length === 0 && !passesErrors) {
    server.once('listening', () => callback.call(server));
    return;
  }
  const settle = (error?: Error): void => {
    server.off('listening', settle);
    server.off('error', settle);
    callback.call(server, error);
  };
  server.once('listening', settle);
  server.once('error', settle);
}

/** Adds advice to an error of `listen`. */
function explainError(error: NodeJS.ErrnoException & { readonly port?: number }): void {
  const { code, port } = error;
  if (code === 'EADDRINUSE' && port !== undefined) {
    const command = process.platform === 'win32' ? `netstat -ano | findstr :${port}` : `lsof -i :${port}`;
    addToMessage(
      error,
      `Another process listens on port ${port}: stop it (${command} shows it), or choose another port`,
    );
  } else if (code === 'EACCES' && port !== undefined && port < 1024) {
    addToMessage(error, `Ports below 1024 require root (administrator) privileges: choose another port`);
  }
}
