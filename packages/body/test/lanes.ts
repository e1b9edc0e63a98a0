import { createServer, type Server } from 'node:http';
import type { BodyError, BodyMiddleware } from '@nextpress/body';
import { fastLane } from '@nextpress/fast-lane';
import { exchange, listen } from '@nextpress-internal/test-kit';
import { onTestFinished } from 'vitest';

/** The same server in both lanes. */
export const lanes: Readonly<Record<string, (server: Server) => Server>> = {
  "Node's lane": (server) => server,
  'the fast lane': (server) => fastLane(server),
};

/** The value of a body, or its error. */
export interface Outcome {
  /** The value, with bytes in base64. */
  readonly body?: unknown;
  readonly status?: number;
  readonly code?: string;
  readonly type?: string;
  readonly limit?: number;
}

/** Serves a middleware until the test ends, and responds with the outcome of each body. */
export async function serve(middleware: BodyMiddleware, lane = "Node's lane"): Promise<number> {
  const server = createServer((req, res) =>
    middleware(req, res, (error) => {
      const { status, code, type, limit, headers } = (error ?? {}) as Partial<BodyError>;
      const { body } = req as { body?: unknown };
      const shown = Buffer.isBuffer(body) ? body.toString('base64') : body;
      const outcome: unknown = error === undefined ? { body: shown } : { status, code, type, limit };
      res.writeHead(status ?? 200, { ...headers, 'Content-Type': 'application/json' });
      res.end(JSON.stringify(outcome));
    }),
  );
  const { port, close } = await listen((lanes[lane] as (server: Server) => Server)(server));
  onTestFinished(close);
  return port;
}

/** Sends one request, and returns the outcome of its body. */
export async function outcomeOf(
  middleware: BodyMiddleware,
  request: Buffer,
  lane?: string,
): Promise<Outcome> {
  const [response] = await exchange(await serve(middleware, lane), [request], { responses: 1 });
  // The test kit returns bytes as latin1.
  return JSON.parse(Buffer.from(response?.body ?? '', 'latin1').toString()) as Outcome;
}
