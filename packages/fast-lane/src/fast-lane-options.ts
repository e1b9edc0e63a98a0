/** @module Checks the arguments of `fastLane()`. */

import { Server as HttpServer } from 'node:http';
import { Server } from 'node:net';

/** Options of `fastLane`. */
export interface FastLaneOptions {
  /**
   * Set it to `true` if no request listener changes the prototype of its request or response, as Express does.
   * `rawHeaders` is then created on first access. If a listener does change a prototype, headers are still correct, but
   * slower. `structuredClone(req.rawHeaders)` throws until `rawHeaders` has been read.
   * @defaultValue false
   */
  lazy?: boolean;
}

const DEFAULTS: Required<FastLaneOptions> = { lazy: false };

/**
 * Checks the options and fills in the defaults.
 *
 * @throws TypeError if an option is unknown or of the wrong type
 */
export function readOptions(options: FastLaneOptions): Required<FastLaneOptions> {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(
      `Invalid options of fastLane(): expected an object such as { lazy: true }, got ${kindOf(options)}`,
    );
  }
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(DEFAULTS, name));
  if (unknown !== undefined) {
    const names = Object.keys(DEFAULTS).join(', ');
    throw new TypeError(`Unknown option "${unknown}" of fastLane(): expected ${names}`);
  }
  const { lazy = DEFAULTS.lazy } = options;
  if (typeof lazy !== 'boolean') {
    throw new TypeError(`Invalid option "lazy" of fastLane(): expected true or false, got ${String(lazy)}`);
  }
  return { lazy };
}

/**
 * Checks that the argument is a server of `node:http` or `node:https`.
 *
 * @throws TypeError if it is not
 */
export function readServer(server: unknown): HttpServer {
  // The class https.Server is not imported: that would load all of TLS.
  const isServer =
    server instanceof HttpServer ||
    (server instanceof Server && 'closeIdleConnections' in server && 'keepAliveTimeout' in server);
  if (isServer) return server as HttpServer;
  throw new TypeError(
    `Invalid server: expected an http.Server or an https.Server, got ${kindOf(server)}; write fastLane(http.createServer(listener))`,
  );
}

function kindOf(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  return `an object of class ${value.constructor?.name ?? 'null'}`;
}
