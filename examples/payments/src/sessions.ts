import type { Scope } from 'nextpress';
import { z } from 'zod';
import { type Account, authenticate } from './accounts.ts';

declare module 'express-session' {
  interface SessionData {
    account: Account;
  }
}

const credentials = z.strictObject({ name: z.string().max(100), password: z.string().max(200) });
const session = z.object({ name: z.string(), role: z.enum(['merchant', 'administrator']) });
const problem = z.object({ title: z.string() });

/** Log in and out. */
export function sessions(scope: Scope): void {
  scope.post(
    '/',
    {
      schema: { body: credentials, response: { 201: session, 401: problem } },
      openapi: { summary: 'Log in', tags: ['sessions'], security: [] },
    },
    (req, res, next) => {
      const account = authenticate(req.body.name, req.body.password);
      if (account === undefined) {
        res.status(401).json({ title: 'Wrong name or password' });
        return;
      }
      // A new session ID, so that an ID planted before the login is worthless.
      req.session.regenerate((error) => {
        if (error) return next(error);
        req.session.account = account;
        res.status(201).json(account);
      });
    },
  );

  scope.delete('/', { openapi: { summary: 'Log out', tags: ['sessions'] } }, (req, res, next) => {
    req.session.destroy((error) => {
      if (error) next(error);
      else res.clearCookie('connect.sid').sendStatus(204);
    });
  });
}
