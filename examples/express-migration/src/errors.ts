import { MulterError } from 'multer';
import type { ErrorRequestHandler, RequestHandler } from './express.ts';

/** An error whose message is sent to the client. */
export class Problem extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const notFound: RequestHandler = (req, _res, next) => {
  next(new Problem(404, `there is no ${req.originalUrl}`));
};

/** Responds with a page or JSON, whichever the client prefers. */
export const sendError: ErrorRequestHandler = (error, req, res, next) => {
  if (res.headersSent) return next(error);
  const status: number = error instanceof MulterError ? 413 : (error.status ?? 500);
  const message = status < 500 ? error.message : 'something went wrong';
  if (status >= 500) req.app.get('log')(error);
  res.status(status).format({
    html: () => res.render('error', { status, message }),
    json: () => res.json({ status, message }),
  });
};
