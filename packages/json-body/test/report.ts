import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BodyError } from '@nextpress/body';

/** Responds with the outcome of the body: `{ body }` or `{ status, code, type }`. */
export function report(req: IncomingMessage, res: ServerResponse, error?: unknown): void {
  const { status, code, type, headers } = (error ?? {}) as Partial<BodyError>;
  const outcome = error === undefined ? { body: (req as { body?: unknown }).body } : { status, code, type };
  res.writeHead(status ?? 200, { ...headers, 'Content-Type': 'application/json' });
  res.end(JSON.stringify(outcome));
}
