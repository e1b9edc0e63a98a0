// Without the types of Express, TypeScript says so.
import type { ParamsDictionary, Query, Request } from 'nextpress/express';

// @ts-expect-error no such module
declare module 'express-serve-static-core' {
  interface Request {
    user?: string;
  }
}

export function find(req: Request<ParamsDictionary, unknown, unknown, Query>): unknown {
  // @ts-expect-error no such member
  void req.none;
  // @ts-expect-error no such member
  return req.user;
}
