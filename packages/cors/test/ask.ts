import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { CorsMiddleware } from '@nextpress/cors';
import { fastLane } from '@nextpress/fast-lane';
import { exchange, listen } from '@nextpress-internal/test-kit';
import { middlewareHosts } from '@nextpress-internal/test-kit/middleware-hosts';

/** Servers in each lane. */
export const lanes: Readonly<Record<string, (server: Server) => Server>> = {
  'node:http': (server) => server,
  'the fast lane': (server) => fastLane(server),
  'the lazy fast lane': (server) => fastLane(server, { lazy: true }),
};

export interface Response {
  readonly status: number;
  readonly body: string;
  /** The CORS headers, `Vary` and `Cache-Control`, by lower-case name. */
  readonly headers: Record<string, string>;
}

/** The framework and the lane of a server. */
export interface Place {
  readonly host?: string;
  readonly lane?: string;
}

/** Responds with `hello`, or with the message of an error and status 500. */
function greet(_req: IncomingMessage, res: ServerResponse, error?: unknown): void {
  if (error === undefined) res.end('hello');
  else res.writeHead(500).end((error as Error).message);
}

/** Sends one request to a server with the middleware. */
export async function ask(
  middleware: CorsMiddleware,
  method: string,
  headers: Record<string, string>,
  { host = 'bare Node', lane = 'node:http' }: Place = {},
): Promise<Response> {
  const plain = createServer({ maxHeaderSize: 400_000 }, middlewareHosts[host]?.(middleware, greet));
  const server = await listen(lanes[lane]?.(plain) ?? plain);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  // Without `Connection: close`, because the fast lane leaves such requests to Node.
  const head = `${method} / HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}\r\n`;
  const [response] = await exchange(server.port, head, { methods: [method], responses: 1 });
  await server.close();
  if (response === undefined) throw new Error('no response');
  const saved = Object.entries(response.headers).filter(([name]) =>
    /^access-control-|^vary$|^cache-control$/.test(name),
  );
  return { status: response.status, body: response.body, headers: Object.fromEntries(saved) };
}

export const fromA: Record<string, string> = { Origin: 'https://a.example' };
export const preflight: Record<string, string> = { ...fromA, 'Access-Control-Request-Method': 'PUT' };
