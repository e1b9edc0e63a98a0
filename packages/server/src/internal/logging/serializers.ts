/** @module Serializes requests and responses for log lines. */

import type { IncomingMessage, ServerResponse } from 'node:http';

/** Headers that contain secrets. */
const SECRET_HEADERS: readonly string[] = ['authorization', 'cookie', 'proxy-authorization', 'set-cookie'];

/** The same as paths for pino's `redact` option, for lines that log whole headers. */
export const REDACTED_PATHS: readonly string[] = SECRET_HEADERS.flatMap((name) => [
  `headers["${name}"]`,
  `*.headers["${name}"]`,
]);

type LoggedRequest = IncomingMessage & { readonly id?: unknown; readonly originalUrl?: string };

/** By field name, like pino's option `serializers`. */
export const SERIALIZERS: Readonly<Record<string, (value: never) => unknown>> = {
  req: (req: LoggedRequest) => {
    if (!isMessage(req)) return req;
    const { id, method, headers, socket } = req;
    return {
      id,
      method,
      path: pathOf(req),
      headers: redacted(headers),
      remoteAddress: socket?.remoteAddress,
      remotePort: socket?.remotePort,
    };
  },
  res: (res: ServerResponse) => {
    if (typeof res?.getHeaders !== 'function') return res;
    return { statusCode: res.statusCode, headers: redacted(res.getHeaders()) };
  },
};

/** The path as the client sent it, without the query, which may contain secrets. */
export function pathOf({ url, originalUrl = url ?? '' }: LoggedRequest): string {
  const end = originalUrl.indexOf('?');
  return end === -1 ? originalUrl : originalUrl.slice(0, end);
}

function isMessage(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'headers' in value && 'method' in value;
}

function redacted(headers: object): object {
  const entries = Object.entries(headers);
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      SECRET_HEADERS.includes(name.toLowerCase()) ? '[redacted]' : value,
    ]),
  );
}
