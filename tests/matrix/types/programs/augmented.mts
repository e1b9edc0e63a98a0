// An application that declares its own members where Express's types are, with `@types/express-serve-static-core`.
import express, { type NextFunction, type Request, type Response } from '@nextpress/express';
import type { ParamsDictionary, Query } from 'express-serve-static-core';
import { createServer } from 'nextpress';
import umbrella from 'nextpress/express';
import type { ParsedQs } from 'qs';

interface Writer {
  write(text: string): void;
}

declare module 'express-serve-static-core' {
  interface Request {
    user?: { name: string };
    id: number;
  }
  interface Response {
    success: (data: unknown) => void;
    sse(): number;
  }
  interface Locals {
    tenant?: string;
  }
  interface Express {
    context?: Map<string, string>;
  }
}

declare module 'nextpress/express' {
  interface Request {
    session?: string;
  }
}

declare global {
  namespace Express {
    interface Request {
      log: Writer;
    }
    interface Response {
      fail(status: number): this;
    }
  }
}

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const check = <Value extends true>(value?: Value): void => void value;

const signIn = (req: Request, res: Response, next: NextFunction): void => {
  req.user = { name: 'Ada' };
  req.session = 'a1b2';
  // Nextpress has members of these names, to which those of the application are preferred.
  req.id = 7;
  req.log = { write: (text) => void text };
  res.fail(401).fail(403).success(req.user);
  check<Same<typeof res.sse, () => number>>();
  check<Same<typeof res.locals.tenant, string | undefined>>();
  next();
};

for (const app of [express(), umbrella(), createServer()]) {
  app.use(signIn);
  app.get('/users/:id', (req, res) => {
    const name: string | undefined = req.user?.name;
    const id: string = req.params.id;
    res.success([name, id, app.context?.get('a')]);
    // @ts-expect-error no such member
    void req.none;
    // @ts-expect-error in the types of Express alone
    void req.accepted;
  });
}

const list = (
  req: Request<ParamsDictionary, string[], { page: number }, Query>,
  res: Response<string[]>,
): Response<string[]> => res.json([String(req.body.page), String(req.query.page)]);
const find = (req: Request<{ id: string }, unknown, unknown, ParsedQs>, _res: Response): void =>
  void [req.params.id, req.query.page];
express().get('/users', list).get('/users/:id', find).use(express.query());
