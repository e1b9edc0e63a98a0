import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { CorsMiddleware } from '@nextpress/cors';
import { fastLane } from '@nextpress/fast-lane';
import { exchange, listen } from '@nextpress-internal/test-kit';
import { middlewareHosts } from '@nextpress-internal/test-kit/middleware-hosts';

/** The ways that a request takes into a server. */
export const lanes: Readonly<Record<string, (server: Server) => Server>> = {
  'node:http': (server) => server,
  'the fast lane': (server) => fastLane(server),
  'the lazy fast lane': (server) => fastLane(server, { lazy: true }),
};

export interface Answer {
  readonly status: number;
  readonly body: string;
  /** The fields that `cors` is about, and `Vary` and `Cache-Control`, by lower-case name. */
  readonly fields: Record<string, string>;
}

/** Where a request goes. */
export interface Place {
  readonly host?: string;
  readonly lane?: string;
}

/** Answers `hello`, or an error's message with status 500. */
function greet(_req: IncomingMessage, res: ServerResponse, error?: unknown): void {
  if (error === undefined) res.end('hello');
  else res.writeHead(500).end((error as Error).message);
}

/** Sends one request to a server that has the middleware, as bytes. */
export async function ask(
  middleware: CorsMiddleware,
  method: string,
  fields: Record<string, string>,
  { host = 'bare Node', lane = 'node:http' }: Place = {},
): Promise<Answer> {
  const plain = createServer({ maxHeaderSize: 400_000 }, middlewareHosts[host]?.(middleware, greet));
  const server = await listen(lanes[lane]?.(plain) ?? plain);
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  // Without `Connection: close`, which the fast lane leaves to Node.
  const head = `${method} / HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}\r\n`;
  const [response] = await exchange(server.port, head, { methods: [method], responses: 1 });
  await server.close();
  if (response === undefined) throw new Error('no response');
  const kept = Object.entries(response.headers).filter(([name]) =>
    /^access-control-|^vary$|^cache-control$/.test(name),
  );
  return { status: response.status, body: response.body, fields: Object.fromEntries(kept) };
}

export const fromA: Record<string, string> = { Origin: 'https://a.example' };
export const preflight: Record<string, string> = { ...fromA, 'Access-Control-Request-Method': 'PUT' };
