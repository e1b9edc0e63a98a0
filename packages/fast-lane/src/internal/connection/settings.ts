/** @module Which settings of a server the lane can honour: those that it can't are Node's to honour. */

import { type NodeServer, OPTIMIZE_EMPTY_REQUESTS, UNIQUE_HEADERS } from '../node/node-internals.ts';

/** Node was started with leniency for all servers that don't say otherwise. */
const LENIENT_PROCESS: boolean = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].some((argument) =>
  argument.replaceAll('_', '-').includes('--insecure-http-parser'),
);

/** The settings that Node reads once for each connection, when it makes the parser. */
export function hasPlainParser(server: NodeServer): boolean {
  return (
    !(server.insecureHTTPParser ?? LENIENT_PROCESS) &&
    server.httpValidation === undefined &&
    typeof server.maxHeadersCount !== 'number'
  );
}

/** Those that it reads for each request, or when its options are given. */
export function hasPlainRequests(server: NodeServer): boolean {
  return (
    !server.timeout &&
    isPlainTimeout(server.keepAliveTimeout) &&
    !server.maxRequestsPerSocket &&
    !server[UNIQUE_HEADERS] &&
    !server[OPTIMIZE_EMPTY_REQUESTS]
  );
}

/** Whether all Nodes take it alike: what is no time at all, as text is, fails on some and is no limit on others. */
function isPlainTimeout(timeout: unknown): boolean {
  return !timeout || (Number.isFinite(timeout) && Number(timeout) > 0);
}

/** Calls with the parser's settings as they were when the connection came, whatever has been set since. */
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
