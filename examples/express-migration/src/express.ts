// The import that changed: it said 'express'. Everything else imports from here.
export {
  default,
  type ErrorRequestHandler,
  type Express,
  type RequestHandler,
  Router,
} from 'nextpress/express';
