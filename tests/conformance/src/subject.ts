import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { Server as SecureServer } from 'node:tls';
import type { ExchangeOptions, Listening, RawResponse } from '@nextpress-internal/test-kit';
import { closeServer, connectSecurely, exchange } from '@nextpress-internal/test-kit';

/** A running server that takes bytes and returns responses. */
export interface Subject {
  exchange(
    bytes: string | readonly (string | Uint8Array)[],
    options?: ExchangeOptions,
  ): Promise<RawResponse[]>;
  /** Opens a connection, which the caller closes. */
  connect(): Socket;
  close(): Promise<void>;
}

/** A server on a plain TCP port as a subject. */
export function tcpSubject(server: Listening): Subject {
  return subjectOver(server, (port) => connect(port, '127.0.0.1'));
}

/** A server on a TLS port as a subject; the test kit's `serverSecret` is its key. */
export function tlsSubject(server: Listening): Subject {
  return subjectOver(server, connectSecurely);
}

/** A server after `listen()` as a subject, on TLS if it is a TLS server. */
export async function listeningSubject(server: Server): Promise<Subject> {
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const listening = { port, url: '', close: () => closeServer(server) };
  return server instanceof SecureServer ? tlsSubject(listening) : tcpSubject(listening);
}

function subjectOver({ port, close }: Listening, connectTo: (port: number) => Socket): Subject {
  const connect = (): Socket => connectTo(port);
  return { exchange: (bytes, options) => exchange(connect(), bytes, options), connect, close };
}

/** The text of a request, with Content-Length if it has a body. */
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

/** Sends text as latin1 and returns, as latin1, everything received until the connection closes. */
export function converse(socket: Socket, text: string): Promise<string> {
  let received = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    received += chunk;
  });
  socket.on('error', () => {});
  socket.write(text, 'latin1');
  return new Promise((resolve) => socket.on('close', () => resolve(received)));
}

/** Sends one request and returns its response. */
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
