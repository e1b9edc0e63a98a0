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

function addFastLane(server: Server): Server {
  return engage(server, { lazy: true });
}

function optOut(server: Server): Server {
  return Object.defineProperty(server, OPTED_OUT, { value: true });
}

/** Options of the servers of an application. */
export interface ListeningOptions {
  readonly fastLane: boolean;
  /** In milliseconds; 0 for none. */
  readonly sendTimeout: number;
  readonly tls: ServerOptions | undefined;
  /** `undefined` if only HTTP/1.1 is served. */
  readonly http2: Http2Settings | undefined;
  readonly node: NodeServerOptions;
  /** Whether every callback of `listen` gets the error that prevents it, as in Express. */
  readonly passesErrors: boolean;
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
export class ListeningServers {
  readonly servers: ServerGroup = new ServerGroup();
  readonly #create: (listener?: RequestListener) => Server;
  readonly #options: NodeServerOptions;
  readonly #sendTimeout: number;
  readonly #messages: Messages;
  readonly #http2: Http2Settings | undefined;
  readonly #passesErrors: boolean;

  constructor(settings: ListeningOptions, messages: Messages, app: RequestListener) {
    const { fastLane, sendTimeout, tls, http2, node, passesErrors, sendsProblems } = settings;
    this.#options = node;
    this.#sendTimeout = sendTimeout;
    this.#messages = messages;
    this.#http2 = http2;
    this.#passesErrors = passesErrors;
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

  /** Listens like `server.listen`. A callback with a parameter gets the error when that fails. */
  listen(args: readonly unknown[], { ready, listener, prepare }: ListenSetup): Server {
    const server = this.#create(listener);
    if (!this.#passesErrors) (server as EventEmitter).once(errorMonitor, explainError);
    prepare?.(server, this.#options);
    const settings = this.#http2;
    const http2 = settings && serveHttp2(server, { settings, messages: this.#messages, refuse });
    // After HTTP/2 has replaced the other listeners for connections.
    const { sockets } = this.servers.add(server, http2);
    cutStalled(server, sockets, this.#sendTimeout);
    const last = args.at(-1);
    if (typeof last === 'function') announce(server, last as ListenCallback, this.#passesErrors);
    const rest = typeof last === 'function' ? args.slice(0, -1) : args;
    if (ready === undefined) return server.listen(...(rest as []));
    ready
      .then(() => this.servers.has(server) && server.listen(...(rest as [])))
      // Not only of a plugin: `listen` throws when the port is invalid.
      .catch((error) => this.servers.has(server) && server.emit('error', error));
    return server;
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
 * Calls back once: when the server listens, or with the error that prevents it. Without a parameter for it, the error is an `error` event,
 * which ends the process unless it is handled: "running" must not be printed by a server that is not.
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

/** Adds what to do to an error of `listen`. */
function explainError(error: NodeJS.ErrnoException & { readonly port?: number }): void {
  const { code, port } = error;
  if (code === 'EADDRINUSE' && port !== undefined) {
    const command = process.platform === 'win32' ? `netstat -ano | findstr :${port}` : `lsof -i :${port}`;
    addToMessage(
      error,
      `Another process listens on port ${port}: stop it (${command} shows it), or choose another port`,
    );
  } else if (code === 'EACCES' && port !== undefined && port < 1024) {
    addToMessage(error, `Ports below 1024 need the rights of an administrator: choose another port`);
  }
}
