import { connect, type Socket } from 'node:net';

/** When an exchange rejects, with what it has received, in milliseconds: sooner than its test ends. */
const PATIENCE = 100_000;

/** Options of {@link exchange}. */
export interface ExchangeOptions {
  /**
   * Stop after this many complete responses; otherwise when the server closes the connection.
   * @defaultValue until close
   */
  readonly responses?: number;
  /**
   * Methods of the requests sent, in order, so that the response to a `HEAD` is read without a body.
   * @defaultValue `GET` for each
   */
  readonly methods?: readonly string[];
}

/** A response as received. */
export interface RawResponse {
  readonly status: number;
  readonly reason: string;
  /** Header lines as sent, with the case of their names. */
  readonly rawHeaders: readonly (readonly [name: string, value: string])[];
  /** Last value of each header, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The content, decoded from `chunked`, as latin1: one character is one byte. */
  readonly body: string;
}

/**
 * Sends bytes exactly as given, returns the responses and closes the connection.
 *
 * @param to - a loopback port, or a connection
 */
export function exchange(
  to: number | Socket,
  bytes: string | Uint8Array | readonly (string | Uint8Array)[],
  options: ExchangeOptions = {},
): Promise<RawResponse[]> {
  const { responses: wanted = Number.POSITIVE_INFINITY, methods = [] } = options;
  return new Promise((resolve, reject) => {
    const socket = typeof to === 'number' ? connect(to, '127.0.0.1') : to;
    let received = '';
    const settle = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(parseResponses(received, methods).responses);
    };
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no end after ${PATIENCE} ms; received ${JSON.stringify(received)}`));
    }, PATIENCE);
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      received += chunk;
      if (parseResponses(received, methods).responses.length >= wanted) settle();
    });
    socket.on('close', settle);
    // Callers also want the bytes that arrived before a reset.
    socket.on('error', () => {});
    const parts = typeof bytes === 'string' || bytes instanceof Uint8Array ? [bytes] : bytes;
    for (const part of parts) socket.write(typeof part === 'string' ? Buffer.from(part, 'latin1') : part);
  });
}

/** Splits a connection's bytes (as latin1) into complete responses and what follows them. */
export function parseResponses(
  received: string,
  methods: readonly string[] = [],
): { responses: RawResponse[]; rest: string } {
  const responses: RawResponse[] = [];
  let rest = received;
  let request = 0;
  for (;;) {
    const headEnd = rest.indexOf('\r\n\r\n');
    if (headEnd === -1) return { responses, rest };
    const [statusLine = '', ...lines] = rest.slice(0, headEnd).split('\r\n');
    const [, code = '', ...reason] = statusLine.split(' ');
    const rawHeaders = lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    });
    const headers = Object.fromEntries(rawHeaders.map(([name, value]) => [name.toLowerCase(), value]));
    const status = Number(code);
    const bodiless = methods[request] === 'HEAD' || status < 200 || status === 204 || status === 304;
    const content = bodiless ? { body: '', end: headEnd + 4 } : readContent(rest, headEnd + 4, headers);
    if (content === undefined) return { responses, rest };
    responses.push({ status, reason: reason.join(' '), rawHeaders, headers, body: content.body });
    rest = rest.slice(content.end);
    if (status >= 200) request++;
  }
}

function readContent(
  text: string,
  start: number,
  headers: Record<string, string>,
): { body: string; end: number } | undefined {
  if (headers['transfer-encoding'] === 'chunked') return readChunks(text, start);
  if (headers['content-length'] === undefined) return { body: text.slice(start), end: text.length };
  const end = start + Number(headers['content-length']);
  return end > text.length ? undefined : { body: text.slice(start, end), end };
}

function readChunks(text: string, start: number): { body: string; end: number } | undefined {
  let body = '';
  let at = start;
  for (;;) {
    const lineEnd = text.indexOf('\r\n', at);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(text.slice(at, lineEnd), 16);
    const end = lineEnd + 2 + size;
    if (size === 0) {
      const trailersEnd = text.indexOf('\r\n\r\n', lineEnd);
      return trailersEnd === -1 ? undefined : { body, end: trailersEnd + 4 };
    }
    if (end + 2 > text.length) return undefined;
    body += text.slice(lineEnd + 2, end);
    at = end + 2;
  }
}
