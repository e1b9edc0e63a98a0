/** @module Builds the parts of a web request from a Node request. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { onExchangeEnd } from '@nextpress/semantics/exchange-end';
import { hasBody, streamOf } from './incoming-body.ts';
import { NativeRequest } from './native.ts';
import { urlOf } from './request-url.ts';

export interface RequestSource {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** Whether the URL includes the prefix at which the handler is mounted. */
  readonly keepsPrefix: boolean;
  /** In bytes. */
  readonly bodyLimit: number;
}

/** The headers as Node joined them, including changes by middleware. */
export function headersOf({ headers }: IncomingMessage): Headers {
  const made = new Headers();
  for (const name in headers) {
    const value = headers[name];
    // HTTP/2 pseudo-headers begin with a colon.
    if (value === undefined || name.startsWith(':')) continue;
    if (typeof value === 'string') made.append(name, value);
    else for (const each of value) made.append(name, each);
  }
  return made;
}

/** Aborted if the client disconnects before the response is sent. */
export function signalOf({ outgoing }: RequestSource): AbortSignal {
  const controller = new AbortController();
  onExchangeEnd(outgoing, () => {
    if (!outgoing.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** A complete request of Node's own class. */
export function createNativeRequest(
  source: RequestSource,
  signal: AbortSignal = signalOf(source),
  headers: Headers = headersOf(source.incoming),
): Request {
  const { incoming, keepsPrefix } = source;
  return new NativeRequest(urlOf(incoming, keepsPrefix), {
    method: incoming.method ?? 'GET',
    headers,
    signal,
    ...(hasBody(incoming) ? { body: streamOf(source), duplex: 'half' } : {}),
  } as RequestInit);
}
