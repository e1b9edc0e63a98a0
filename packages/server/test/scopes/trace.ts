import type { Server } from 'node:http';
import request, { type Response as Reply } from 'supertest';
import { createExpressApplication, Router as ExpressRouter, Router4 } from '../../src/express.ts';
import {
  type Application,
  createServer,
  type Request,
  type RequestHandler,
  Router,
} from '../../src/index.ts';

/** The kinds of applications, with the routers that belong to them. */
export const KINDS = [
  ['createServer()', () => createServer({ logError: () => {} }), Router],
  ['nextpress/express', quietExpress(5), ExpressRouter],
  ['Express 4', quietExpress(4), Router4],
] as const;

/** Makes applications of a version of Express that do not log errors. */
export function quietExpress(version: 4 | 5): () => Application {
  return () => createExpressApplication(version).set('env', 'test');
}

const logs = new WeakMap<Request, string[]>();

/** What has been recorded for a request. */
export function logOf(req: Request): string[] {
  const log = logs.get(req) ?? [];
  logs.set(req, log);
  return log;
}

/** Makes middleware, or a hook, that records a name. */
export function trace(name: string): RequestHandler {
  return (req, _res, next) => {
    logOf(req).push(name);
    next();
  };
}

/** Makes a handler that responds with what has been recorded, and its own name. */
export function reply(name: string): RequestHandler {
  return (req, res) => res.json([...logOf(req), name]);
}

/** Responds with the names that a request to a path has recorded. */
export async function ask(app: Application, path: string, method = 'get'): Promise<unknown> {
  const { status, body, text } = await send(app, path, method);
  return Array.isArray(body) ? body.join(' ') : `${status} ${text}`;
}

export function send(app: Application, path: string, method = 'get'): Promise<Reply> {
  const agent = request(app as unknown as Server) as unknown as Record<
    string,
    (path: string) => Promise<Reply>
  >;
  return (agent[method] as (path: string) => Promise<Reply>)(path);
}

/** The pattern of every path in the syntax of an application. */
export function wildcard(app: Application): string {
  return 'del' in app ? '/*' : '/*path';
}
