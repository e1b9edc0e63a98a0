import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http2';
import { type AddressInfo, connect as connectSocket, type Server } from 'node:net';
import type { Duplex } from 'node:stream';
import { Server as SecureServer } from 'node:tls';
import { closeServer, type Listening, listen } from './listen.ts';
import { clientSecret } from './pre-shared-key.ts';

/** Fields of a connection, which a gateway does not pass on (RFC 9113 §8.2.2), and the host, which becomes `:authority`. */
const OWN_FIELDS = new Set([
  ...[
    'connection',
    'host',
    'http2-settings',
    'keep-alive',
    'proxy-connection',
    'transfer-encoding',
    'upgrade',
  ],
]);

/**
 * A gateway from HTTP/1.1 to HTTP/2 in front of a listening server, for clients and tests that use HTTP/1.1. Closing it also closes the
 * server.
 */
export async function http2Gateway(server: Server): Promise<Listening> {
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const scheme = server instanceof SecureServer || 'setSecureContext' in server ? 'https' : 'http';
  const origin = `${scheme}://127.0.0.1:${port}`;
  const sessions = new Set<ClientHttp2Session>();
  const ask = (req: IncomingMessage, res: ServerResponse): void => {
    // A connection of its own for each one in front, because an application may end it.
    const socket = req.socket as typeof req.socket & { session?: ClientHttp2Session };
    if (socket.session === undefined || socket.session.closed || socket.session.destroyed) {
      socket.session = connect(origin, scheme === 'https' ? { ...clientSecret, ALPNProtocols: ['h2'] } : {});
      const { session } = socket;
      sessions.add(session);
      session.on('error', () => {});
      session.on('close', () => sessions.delete(session));
      socket.on('close', () => session.destroy());
    }
    passOn(req, res, socket.session, scheme);
  };
  const front = createServer({ maxHeaderSize: 65_536, requestTimeout: 0 }, ask);
  // HTTP/2 has no upgrades, so gateways pass them on as HTTP/1.1.
  front.on('upgrade', (req, socket, head) => passUpgradeOn(req, socket, head, port));
  front.on('checkContinue', ask);
  front.on('checkExpectation', ask);
  const listening = await listen(front);
  const close = async (): Promise<void> => {
    for (const session of sessions) session.destroy();
    await Promise.all([listening.close(), closeServer(server)]);
  };
  return { ...listening, close };
}

function passOn(
  req: IncomingMessage,
  res: ServerResponse,
  session: ClientHttp2Session,
  scheme: string,
): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = req.headers;
  const hasBody = encoding !== undefined || Number(length ?? 0) > 0;
  let stream: ClientHttp2Stream;
  try {
    stream = session.request({ ...fieldsOf(req), ':scheme': scheme }, { endStream: !hasBody });
  } catch (error) {
    res.writeHead(502).end(String(error));
    return;
  }
  if (hasBody) {
    req.on('data', (chunk: Buffer) => stream.writable && stream.write(chunk));
    req.on('end', () => stream.end());
  }
  stream.on('continue', () => res.writeContinue());
  stream.on('headers', (fields: IncomingHttpHeaders) => res.writeEarlyHints({ link: fields.link as string }));
  stream.on('response', (fields: IncomingHttpHeaders, _flags: number, raw: unknown) =>
    respond(res, fields[':status'] as unknown as number, raw as string[]),
  );
  stream.on('data', (chunk: Buffer) => res.write(chunk));
  stream.on('trailers', (fields: IncomingHttpHeaders) => res.addTrailers(fields as Record<string, string>));
  stream.on('end', () => res.headersSent && !stream.rstCode && res.end());
  stream.on('error', () => {});
  stream.on('close', () => {
    const isRefused = stream.rstCode === constants.NGHTTP2_PROTOCOL_ERROR && !res.headersSent;
    if (isRefused) res.writeHead(400, { Connection: 'close' }).end();
    else if (!res.writableEnded) res.destroy();
  });
  res.on('close', () => stream.close(constants.NGHTTP2_CANCEL));
}

function passUpgradeOn(req: IncomingMessage, socket: Duplex, head: Buffer, port: number): void {
  const { method, rawHeaders, url } = req;
  const back = connectSocket(port, '127.0.0.1');
  let text = `${method} ${url} HTTP/1.1\r\n`;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    text += `${rawHeaders[index]}: ${rawHeaders[index + 1]}\r\n`;
  }
  back.write(`${text}\r\n`, 'latin1');
  back.write(head);
  socket.pipe(back).pipe(socket);
  for (const side of [socket, back]) {
    side.on('error', () => {});
    side.on('close', () => {
      socket.destroy();
      back.destroy();
    });
  }
}

function respond(res: ServerResponse, status: number, raw: readonly string[]): void {
  res.sendDate = false;
  // What it calls malformed may have been read in another way here.
  if (status === 400) res.shouldKeepAlive = false;
  const fields: string[] = [];
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] as string;
    if (!name.startsWith(':')) fields.push(capitalized(name), raw[index + 1] as string);
  }
  res.writeHead(status, fields);
  res.flushHeaders();
}

/** The usual spelling of a name in HTTP/1.1, such as `Content-Type`. */
function capitalized(name: string): string {
  return name === 'etag' ? 'ETag' : name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

function fieldsOf({ headers, method, rawHeaders, url }: IncomingMessage): OutgoingHttpHeaders {
  // The absolute form of a target has the authority, which HTTP/2 has in a field of its own.
  const [, authority = headers.host, path = url ?? ''] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(url ?? '') ?? [];
  const fields: OutgoingHttpHeaders = {
    ':method': method,
    ':path': path.startsWith('?') || path === '' ? `/${path}` : path,
  };
  if (authority !== undefined) fields[':authority'] = authority;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase();
    const value = rawHeaders[index + 1] as string;
    // A second host is the server's to refuse.
    if (name === 'host' && value !== headers.host) fields.host = value;
    if (OWN_FIELDS.has(name) || (name === 'te' && value !== 'trailers')) continue;
    const earlier = fields[name];
    fields[name] = earlier === undefined ? value : `${earlier}${name === 'cookie' ? '; ' : ', '}${value}`;
  }
  return fields;
}
