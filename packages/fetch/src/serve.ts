/** @module Servers for web-standard applications, with the functions and options of `@hono/node-server`. */

import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type http2 from 'node:http2';
import type https from 'node:https';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { discardRest } from '@nextpress/body/discard-rest';
import { fastLane } from '@nextpress/fast-lane';
import {
  booleanOption,
  checkOptionNames,
  checkOptionsObject,
  functionOption,
  integerOption,
  invalidOption,
  invalidValue,
} from '@nextpress/semantics/options';
import { type FetchHandler, fromFetch, type NodeHandler } from './from-fetch.ts';
import { replaceGlobalObjects } from './internal/global-objects.ts';

/** Creates an HTTP/1.1 server from its options; `createServer` of `node:http` by default. */
export type Http1ServerFactory =
  | {
      readonly createServer?: typeof http.createServer | undefined;
      readonly serverOptions?: http.ServerOptions | undefined;
    }
  | {
      readonly createServer: typeof https.createServer;
      readonly serverOptions?: https.ServerOptions | undefined;
    };

/** Creates an HTTP/2 server from its options. */
export type Http2ServerFactory =
  | {
      readonly createServer: typeof http2.createServer;
      readonly serverOptions?: http2.ServerOptions | undefined;
    }
  | {
      readonly createServer: typeof http2.createSecureServer;
      readonly serverOptions?: http2.SecureServerOptions | undefined;
    };

/** Options of {@link serve} and {@link createAdaptorServer}, besides those that create the server. */
export interface AdaptorServerOptions {
  /** The handler, such as `app.fetch` of Hono. */
  readonly fetch: FetchHandler;
  /**
   * Whether to replace `Request`, `Response` and `fetch` for the whole process, as `@nextpress/fetch/register` does,
   * which makes Hono three times as fast.
   * @defaultValue true
   */
  readonly overrideGlobalObjects?: boolean | undefined;
  /**
   * Whether to discard an unread body after the response, and to close the connection if the body is long.
   * @defaultValue true
   */
  readonly autoCleanupIncoming?: boolean | undefined;
  /**
   * The maximum size of a body in bytes: see `FromFetchOptions`.
   * @defaultValue Infinity, as in `@hono/node-server`
   */
  readonly bodyLimit?: number | undefined;
  /** Where {@link serve} listens: a host or an address. */
  readonly hostname?: string | undefined;
  /**
   * Where {@link serve} listens.
   * @defaultValue 3000
   */
  readonly port?: number | undefined;
}

/** An application whose method `fetch` is the handler, such as one of Hono or h3. */
export interface FetchApplication {
  fetch(request: Request, ...rest: never[]): Response | Promise<Response>;
}

const NAMES = [
  'fetch',
  'createServer',
  'serverOptions',
  'overrideGlobalObjects',
  'autoCleanupIncoming',
  'bodyLimit',
  'hostname',
  'port',
];
const REMEDIES = { websocket: 'use injectWebSocket(server) of @hono/node-ws' };

/**
 * Creates a server for a web-standard application, without listening. It uses the fast lane if `createServer` returns a
 * `node:http` or `node:https` server.
 *
 * @throws TypeError if an option is unknown or invalid
 *
 * @example
 * ```ts
 * import { createAdaptorServer } from '@nextpress/fetch';
 * import { Hono } from 'hono';
 *
 * const app = new Hono();
 * app.get('/', (c) => c.text('Hello'));
 *
 * const server = createAdaptorServer(app);
 * server.listen(0, () => server.close());
 * ```
 */
export function createAdaptorServer(
  options: (AdaptorServerOptions & Http1ServerFactory) | FetchApplication,
): http.Server;
export function createAdaptorServer(
  options: AdaptorServerOptions & Http2ServerFactory,
): http2.Http2Server | http2.Http2SecureServer;
export function createAdaptorServer(options: Options): NetServer {
  return createNamed('createAdaptorServer', options).server;
}

/**
 * Creates a server for a web-standard application and listens. The callback gets the address.
 *
 * @throws TypeError if an option is unknown or invalid
 *
 * @example
 * ```ts
 * import { serve } from '@nextpress/fetch';
 * import { Hono } from 'hono';
 *
 * const app = new Hono();
 * app.get('/', (c) => c.text('Hello'));
 *
 * const server = serve({ fetch: app.fetch, port: 0 }, ({ port }) => {
 *   console.log(`http://localhost:${port}`);
 *   server.close();
 * });
 * ```
 */
export function serve(
  options: (AdaptorServerOptions & Http1ServerFactory) | FetchApplication,
  listening?: (info: AddressInfo) => void,
): http.Server;
export function serve(
  options: AdaptorServerOptions & Http2ServerFactory,
  listening?: (info: AddressInfo) => void,
): http2.Http2Server | http2.Http2SecureServer;
export function serve(options: Options, listening?: (info: AddressInfo) => void): NetServer {
  if (listening !== undefined && typeof listening !== 'function')
    throw invalidValue('callback of serve()', 'a function', listening);
  const { server, port, hostname } = createNamed('serve', options);
  return server.listen(port, hostname, () => listening?.(server.address() as AddressInfo));
}

type Options = (AdaptorServerOptions & (Http1ServerFactory | Http2ServerFactory)) | FetchApplication;
type CreateServer = (options: object, listener: NodeHandler) => NetServer;

/** @param owner - the function's name in messages */
function createNamed(owner: string, given: Options) {
  const { createServer, serverOptions, port, hostname, ...settings } = readOptions(owner, given);
  if (settings.replacesGlobals) replaceGlobalObjects();
  const handle = fromFetch(settings.fetch, { bodyLimit: settings.bodyLimit });
  const server = createServer(serverOptions, settings.cleansUp ? cleaningUp(handle) : handle);
  if (hasFastLane(server)) fastLane(server, { lazy: true });
  return { server, port, hostname };
}

function readOptions(owner: string, given: Options) {
  checkOptionsObject(owner, given);
  const options = isPlain(given) ? given : { fetch: methodOf(given) };
  checkOptionNames(owner, options, NAMES, REMEDIES);
  const { fetch, hostname, serverOptions = {}, port = 3000, bodyLimit = Number.POSITIVE_INFINITY } = options;
  const { overrideGlobalObjects = true, autoCleanupIncoming = true } = options;
  if (typeof fetch !== 'function') throw invalidOption(owner, 'fetch', 'a function', fetch);
  if (hostname !== undefined && typeof hostname !== 'string')
    throw invalidOption(owner, 'hostname', 'a string', hostname);
  if (typeof serverOptions !== 'object' || serverOptions === null)
    throw invalidOption(owner, 'serverOptions', 'an object', serverOptions);
  return {
    fetch,
    hostname,
    port,
    bodyLimit: integerOption(owner, 'bodyLimit', bodyLimit, 0, Number.POSITIVE_INFINITY),
    serverOptions,
    createServer: (functionOption(owner, 'createServer', options.createServer) ??
      http.createServer) as CreateServer,
    replacesGlobals: booleanOption(owner, 'overrideGlobalObjects', overrideGlobalObjects),
    cleansUp: booleanOption(owner, 'autoCleanupIncoming', autoCleanupIncoming),
  };
}

function isPlain(value: Options): value is Exclude<Options, FetchApplication> {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Returns anything but a function unchanged, for the option's check. */
function methodOf(app: FetchApplication): FetchHandler {
  if (typeof app.fetch !== 'function') return app.fetch as never;
  return (request, bindings) => app.fetch(request, bindings as never);
}

/** Limits how much of a body is read after the response: Node would read it to its end. */
function cleaningUp(handle: NodeHandler): NodeHandler {
  return (incoming, outgoing) => {
    if (!incoming.complete) {
      // Node discards a body that was never read.
      incoming.read(0);
      outgoing.once('finish', () => cleanUp(incoming, outgoing));
    }
    handle(incoming, outgoing);
  };
}

function cleanUp(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (incoming.complete) return;
  // Resetting an HTTP/2 stream doesn't affect the others (RFC 9113 §8.1).
  if (incoming.httpVersionMajor === 2) (incoming as unknown as http2.Http2ServerRequest).stream.close();
  else discardRest(incoming, outgoing, false);
}

/** Whether it is a `node:http` or `node:https` server. Importing the latter's class would load TLS. */
function hasFastLane(server: NetServer): server is NetServer & http.Server {
  return server instanceof http.Server || ('closeIdleConnections' in server && 'keepAliveTimeout' in server);
}
