/** @module What `fastLane()` may be given. */

import { Server as HttpServer } from 'node:http';
import { Server } from 'node:net';
import { type NodeServer, REQUEST_CLASS } from './internal/node/node-internals.ts';

/** Options of `fastLane()`. */
export interface FastLaneOptions {
  /**
   * The caller's promise that no request listener changes the prototypes of its request and response, as Express does.
   * `rawHeaders` is then made when it is first read. Where the promise is broken the fields are right all the same, but
   * dearer than without the option. `structuredClone(req.rawHeaders)` throws until something else has read the list.
   * @defaultValue false
   */
  lazy?: boolean;
}

const DEFAULTS: Required<FastLaneOptions> = { lazy: false };

/**
 * Checks the options and fills in the defaults.
 *
 * @throws TypeError naming the option, what it is and what to write
 */
export function readOptions(options: FastLaneOptions): Required<FastLaneOptions> {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(`fastLane takes an object of options, got ${kindOf(options)}; write { lazy: true }`);
  }
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(DEFAULTS, name));
  if (unknown !== undefined) {
    const known = Object.keys(DEFAULTS).join(', ');
    throw new TypeError(`fastLane: unknown option "${unknown}"; the options are ${known}`);
  }
  const { lazy = DEFAULTS.lazy } = options;
  if (typeof lazy !== 'boolean') {
    throw new TypeError(`fastLane: option "lazy" is ${String(lazy)}; write true or false`);
  }
  return { lazy };
}

/**
 * Checks that it is a server of `node:http` or `node:https`.
 *
 * @throws TypeError saying what it is and what to write
 */
export function readServer(server: unknown): NodeServer {
  // What https.Server has besides being a net.Server: naming the class would load all of TLS for servers without it.
  const isServer =
    server instanceof HttpServer ||
    (server instanceof Server && typeof Reflect.get(server, REQUEST_CLASS) === 'function');
  if (isServer) return server as NodeServer;
  throw new TypeError(
    `fastLane takes an http.Server or an https.Server, got ${kindOf(server)}; write fastLane(http.createServer(listener))`,
  );
}

function kindOf(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  return `an object of class ${value.constructor?.name ?? 'null'}`;
}
