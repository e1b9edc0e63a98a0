import { HttpError, type NextFunction, type Request, type Response } from 'nextpress';
import type { Account } from './accounts.ts';

/** A hook that only lets accounts with a role pass. Runs before validation, so that others learn nothing about the schemas. */
export function requireRole(...roles: readonly Account['role'][]) {
  return (req: Request, _res: Response, next: NextFunction): void => {
    const { account } = req.session;
    if (account === undefined) next(new HttpError(401, 'not_logged_in', 'Log in first: POST /session'));
    else if (!roles.includes(account.role))
      next(new HttpError(403, 'forbidden', 'Your role does not allow this'));
    else next();
  };
}
