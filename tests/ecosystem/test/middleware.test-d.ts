import bodyParser from 'body-parser';
import compression from 'compression';
import timeout from 'connect-timeout';
import cookieParser from 'cookie-parser';
import cors from 'cors';
import { doubleCsrf } from 'csrf-csrf';
import basicAuth from 'express-basic-auth';
import { rateLimit } from 'express-rate-limit';
import session from 'express-session';
import { body, validationResult } from 'express-validator';
import expressWinston from 'express-winston';
import helmet from 'helmet';
import hpp from 'hpp';
import { createProxyMiddleware } from 'http-proxy-middleware';
import methodOverride from 'method-override';
import morgan from 'morgan';
import multer from 'multer';
import { createServer } from 'nextpress';
import express, { Router } from 'nextpress/express';
import passport from 'passport';
import { pinoHttp } from 'pino-http';
import responseTime from 'response-time';
import favicon from 'serve-favicon';
import serveIndex from 'serve-index';
import serveStatic from 'serve-static';
import swaggerUi from 'swagger-ui-express';
import { expectTypeOf, test } from 'vitest';

test('middleware that is typed for Express is taken, and what it declares to add is there', () => {
  for (const app of [createServer(), express()]) {
    app.use(helmet(), cors(), morgan('tiny'), compression(), pinoHttp(), responseTime(), timeout('1s'));
    app.use(bodyParser.json(), cookieParser('secret'), methodOverride(), hpp(), favicon('icon.ico'));
    app.use(session({ secret: 'secret' }), passport.initialize(), passport.session());
    app.use(
      rateLimit({ limit: 10 }),
      doubleCsrf({ getSecret: () => '', getSessionIdentifier: () => '' }).doubleCsrfProtection,
    );
    app.use('/files', serveStatic('files'), serveIndex('files'));
    app.use('/admin', basicAuth({ users: {} }));
    app.use('/docs', swaggerUi.serve, swaggerUi.setup({}));
    app.use('/proxy', createProxyMiddleware({ target: 'http://localhost' }));
    app.use(expressWinston.logger({ transports: [] }), expressWinston.errorLogger({ transports: [] }));
    app.post('/login', passport.authenticate('local'), (req, res) => {
      req.session.cookie.maxAge = 1_000;
      expectTypeOf(req.user).toEqualTypeOf<Express.User | undefined>();
      res.json([req.user, req.isAuthenticated(), req.signedCookies.name]);
    });
    app.post('/upload', multer().single('picture'), (req, res) => {
      expectTypeOf(req.file).toEqualTypeOf<Express.Multer.File | undefined>();
      res.type(req.file?.mimetype ?? 'text').send(req.file?.buffer);
    });
    app.put('/users/:id', body('mail').isEmail(), (req, res) => {
      expectTypeOf(req.params).toEqualTypeOf<{ id: string }>();
      res.status(validationResult(req).isEmpty() ? 200 : 422).json(req.params.id);
    });
  }
});

test('a router takes it too', () => {
  const router = Router();
  router.use(helmet(), cors(), session({ secret: 'secret' }), passport.session(), hpp());
  router.post('/upload', multer().single('picture'), ({ file, session }, res) => {
    expectTypeOf(file).toEqualTypeOf<Express.Multer.File | undefined>();
    expectTypeOf(session).toEqualTypeOf<session.Session & Partial<session.SessionData>>();
    res.sendStatus(204);
  });
});
