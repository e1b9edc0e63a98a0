import type { ExchangeOptions, Listening, RawResponse } from '@nextpress-internal/test-kit';
import { exchange } from '@nextpress-internal/test-kit';

/** A running server as a contract sees it: bytes go in, responses come out. */
export interface Subject {
  exchange(
    bytes: string | readonly (string | Uint8Array)[],
    options?: ExchangeOptions,
  ): Promise<RawResponse[]>;
  close(): Promise<void>;
}

/** A server on a plain TCP port as a subject. */
export function tcpSubject(server: Listening): Subject {
  return {
    exchange: (bytes, options) => exchange(server.port, bytes, options),
    close: () => server.close(),
  };
}

/** The text of a request; a body given is counted, and the connection closes behind the answer unless told else. */
export function requestText(
  method: string,
  target: string,
  fields: Readonly<Record<string, string>> = {},
  body?: string,
): string {
  const all: Record<string, string> = { Host: 'localhost', ...fields };
  if (body !== undefined) all['Content-Length'] ??= String(Buffer.byteLength(body));
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`;
}

/** Sends one request and returns its one response. */
export async function ask(
  subject: Subject,
  method: string,
  target: string,
  fields?: Readonly<Record<string, string>>,
  body?: string,
): Promise<RawResponse> {
  const [response] = await subject.exchange(requestText(method, target, fields, body), {
    responses: 1,
    methods: [method],
  });
  if (response === undefined) throw new Error(`no response to ${method} ${target}`);
  return response;
}
