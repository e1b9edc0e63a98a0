import { createServer, type Server } from 'node:http';
import type { BodyError, BodyMiddleware } from '@nextpress/body';
import { fastLane } from '@nextpress/fast-lane';
import { exchange, type Listening, listen } from '@nextpress-internal/test-kit';

/** The same server in both lanes. */
export const lanes: Readonly<Record<string, (server: Server) => Server>> = {
  "Node's lane": (server) => server,
  'the fast lane': (server) => fastLane(server),
};

/** Serves a middleware, and responds with the outcome of each body. */
export function serve(middleware: BodyMiddleware, lane = "Node's lane"): Promise<Listening> {
  const server = createServer((req, res) =>
    middleware(req, res, (error) => {
      const { status, type, limit, headers } = (error ?? {}) as Partial<BodyError>;
      const { body } = req as { body?: unknown };
      res.writeHead(status ?? 200, { ...headers, 'Content-Type': 'application/json' });
      res.end(JSON.stringify(error === undefined ? { body } : { status, type, limit }));
    }),
  );
  return listen((lanes[lane] as (server: Server) => Server)(server));
}

/** The outcome of the first body, and the statuses of the others. */
export async function outcomeOf(port: number, ...requests: Buffer[]): Promise<unknown> {
  const [first, ...others] = await exchange(port, requests, { responses: requests.length });
  // The test kit returns bytes as latin1.
  const response = JSON.parse(Buffer.from(first?.body ?? '', 'latin1').toString());
  return others.length === 0 ? response : { ...response, next: others.map(({ status }) => status) };
}
