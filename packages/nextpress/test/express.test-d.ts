import express, { type NextFunction, type Request, type Response, Router } from 'nextpress/express';
import { expectTypeOf, test } from 'vitest';

test('members have types', () => {
  const app: express.Application = express();
  expectTypeOf(app.use(express.json({ limit: '1mb' }))).toEqualTypeOf<express.Application>();
  expectTypeOf(app.use(express.static('public', { maxAge: '1d' }))).toEqualTypeOf<express.Application>();
  expectTypeOf(express.Router).toEqualTypeOf(Router);
  app.get('/users/:id', (req, res) => {
    expectTypeOf(req.params.id).toEqualTypeOf<string>();
    res.render('user', { id: req.params.id });
  });
});

test('handlers with Express types are accepted', () => {
  const handler = (req: Request, res: Response, next: NextFunction): void => {
    res.json({ path: req.path });
    next();
  };
  const withNamespace: express.RequestHandler = (req, res) => {
    res.json(req.query);
  };
  const failed: express.ErrorRequestHandler = (_error, _req, res, _next) => {
    res.status(500).end();
  };
  expectTypeOf(express().use(handler, withNamespace, failed)).toEqualTypeOf<express.Express>();
  expectTypeOf<express.Request>().toEqualTypeOf<Request>();
});

test('members of responses have the types of Express', () => {
  const app = express();
  app.get('/', (_req, res) => {
    expectTypeOf(res.get('Content-Length')).toEqualTypeOf<string | undefined>();
    res.render('view', {}, (error: Error, html?: string) => void [error, html]);
    res.render('view', (error: Error | null, html: string) => void [error, html]);
    app.render('view', (error, html) => {
      expectTypeOf(error).toEqualTypeOf<Error>();
      expectTypeOf(html).toEqualTypeOf<string>();
    });
  });
});
