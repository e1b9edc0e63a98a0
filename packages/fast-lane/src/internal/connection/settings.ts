/** @module Which server settings the lane supports. Node serves servers with any other setting. */

import { type NodeServer, OPTIMIZE_EMPTY_REQUESTS, UNIQUE_HEADERS } from '@nextpress-internal/internals/node';
import { HAS_KEEP_ALIVE_BUFFER } from '../node/node-versions.ts';

/** Whether Node was started with `--insecure-http-parser`, which is then the default for all servers. */
const LENIENT_PROCESS: boolean = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].some((argument) =>
  argument.replaceAll('_', '-').includes('--insecure-http-parser'),
);

/** Checks the settings that Node reads once per connection, when it creates the parser. */
export function hasPlainParser(server: NodeServer): boolean {
  return (
    !(server.insecureHTTPParser ?? LENIENT_PROCESS) &&
    server.httpValidation === undefined &&
    typeof server.maxHeadersCount !== 'number'
  );
}

/** Checks the settings that Node reads per request, or from the server's options. */
export function hasPlainRequests(server: NodeServer): boolean {
  return (
    !server.timeout &&
    isPlainTimeout(server.keepAliveTimeout) &&
    !server.maxRequestsPerSocket &&
    !server[UNIQUE_HEADERS] &&
    !server[OPTIMIZE_EMPTY_REQUESTS]
  );
}

/** Rejects timeouts that Node versions treat differently, such as strings: some throw, others set no limit. */
function isPlainTimeout(timeout: unknown): boolean {
  return !timeout || (Number.isFinite(timeout) && Number(timeout) > 0);
}

/** Calls a function with the parser settings from when the connection opened. */
export function withParserSettings<T>(server: NodeServer, maxHeaderSize: number, call: () => T): T {
  const { insecureHTTPParser, httpValidation, maxHeadersCount, maxHeaderSize: size } = server;
  if (hasPlainParser(server) && (size || 0) === (maxHeaderSize || 0)) {
    return call();
  }
  Object.assign(server, {
    insecureHTTPParser: false,
    httpValidation: undefined,
    maxHeadersCount: null,
    maxHeaderSize,
  });
  try {
    return call();
  } finally {
    Object.assign(server, { insecureHTTPParser, httpValidation, maxHeadersCount, maxHeaderSize: size });
  }
}

/** Node's default for `keepAliveTimeoutBuffer`, in milliseconds. */
const KEEP_ALIVE_BUFFER = 1_000;

/** Returns milliseconds, or 0 if idle connections never expire. */
export function idleTimeout({ keepAliveTimeout, keepAliveTimeoutBuffer }: NodeServer): number {
  if (!(keepAliveTimeout > 0)) return 0;
  const isSet =
    HAS_KEEP_ALIVE_BUFFER && Number.isFinite(keepAliveTimeoutBuffer) && Number(keepAliveTimeoutBuffer) >= 0;
  return keepAliveTimeout + (isSet ? Number(keepAliveTimeoutBuffer) : KEEP_ALIVE_BUFFER);
}
