import { once } from 'node:events';
import type { Server } from 'node:http';
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type SecureClientSessionOptions,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { clientSecret } from '@nextpress-internal/test-kit';
import { onTestFinished } from 'vitest';
import type { CloseOptions, CloseReport } from '../../src/index.ts';

/** The part of an application that is started. */
interface Startable {
  listen(port: number, host: string): Server;
  close(options?: CloseOptions): Promise<CloseReport>;
}

/** Starts an application until the test is over, and returns its port. */
export async function start(app: Startable): Promise<number> {
  const server = app.listen(0, '127.0.0.1');
  onTestFinished(() => void app.close({ grace: 0 }));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** An HTTP/2 connection to a loopback port until the test is over. */
export function open(port: number, options: SecureClientSessionOptions = {}): ClientHttp2Session {
  const session = connect(`http://127.0.0.1:${port}`, options);
  session.on('error', () => {});
  onTestFinished(() => session.destroy());
  return session;
}

/** The same over TLS, to a server with the test kit's `serverSecret`. */
export function openSecurely(port: number): ClientHttp2Session {
  const session = connect(`https://127.0.0.1:${port}`, { ...clientSecret, ALPNProtocols: ['h2'] });
  session.on('error', () => {});
  onTestFinished(() => session.destroy());
  return session;
}

export interface Http2Response {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly trailers: IncomingHttpHeaders | undefined;
  /** The error code with which the stream ended. */
  readonly code: number | undefined;
}

/** Reads a response to the end of its stream. */
export async function read(stream: ClientHttp2Stream): Promise<Http2Response> {
  let headers: IncomingHttpHeaders = {};
  let trailers: IncomingHttpHeaders | undefined;
  let body = '';
  stream.on('response', (fields) => {
    headers = fields;
  });
  stream.on('trailers', (fields: IncomingHttpHeaders) => {
    trailers = fields;
  });
  stream.setEncoding('latin1').on('data', (text: string) => {
    body += text;
  });
  stream.on('error', () => {});
  await new Promise((resolve) => stream.once('close', resolve));
  return { status: Number(headers[':status']), headers, body, trailers, code: stream.rstCode };
}

/** Sends a request, with a body if there is one, and reads its response. */
export function request(
  session: ClientHttp2Session,
  headers: OutgoingHttpHeaders,
  body?: string | Uint8Array,
): Promise<Http2Response> {
  const stream = session.request(headers, { endStream: body === undefined });
  if (body !== undefined) stream.end(body);
  return read(stream);
}
