import { createServer, type Server } from 'node:http';
import type { BodyError, BodyMiddleware } from '@nextpress/body';
import { fastLane } from '@nextpress/fast-lane';
import { exchange, type Listening, listen } from '@nextpress-internal/test-kit';

/** The same server in both lanes. */
export const lanes: Readonly<Record<string, (server: Server) => Server>> = {
  "Node's lane": (server) => server,
  'the fast lane': (server) => fastLane(server),
};

/** Serves a middleware, with what became of each body as the answer. */
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

/** What became of the first of these bodies, and the statuses of those behind it. */
export async function told(port: number, ...requests: Buffer[]): Promise<unknown> {
  const [first, ...others] = await exchange(port, requests, { responses: requests.length });
  // The kit gives bytes as latin1.
  const answer = JSON.parse(Buffer.from(first?.body ?? '', 'latin1').toString());
  return others.length === 0 ? answer : { ...answer, next: others.map(({ status }) => status) };
}
