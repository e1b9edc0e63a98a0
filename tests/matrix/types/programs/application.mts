import { createServer as createHttpServer } from 'node:http';
import express, {
  type ErrorRequestHandler,
  static as files,
  json,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  Router,
} from '@nextpress/express';
import view from '@nextpress/express/lib/view';
import { fastLane } from '@nextpress/fast-lane';
import { cors, createServer, type Handler, jsonBody, serveStatic } from 'nextpress';
import umbrella from 'nextpress/express';

const guard: RequestHandler = (_req, _res, next) => next();
const failed: ErrorRequestHandler = (_error, _req, res, _next) => {
  res.sendStatus(500);
};
const log: Handler = (req, _res, next) => {
  void req.pathname;
  next();
};

const app: express.Application = express();
app.use(json({ limit: '1mb' }), files('public'), guard, cors(), log);
app.get('/users/:id', guard, [guard], (req, res) => {
  const id: string = req.params.id;
  // @ts-expect-error the pattern has no such parameter
  void req.params.nope;
  res.status(200).json({ id });
});
app.get('/files/*path', guard, (req) => {
  const path: string[] = req.params.path;
  return path;
});
app.get('/page{/:number}', guard, (req) => {
  const number: string | undefined = req.params.number;
  return number;
});
app.post<{ id: string }, string[], { name: string }>('/users/:id', (req, res) => {
  res.json([req.body.name, req.params.id]);
  // @ts-expect-error not what the response is given
  res.json(1);
});
// @ts-expect-error no handler
app.get('/', (_a: number, _b: string) => {});
app.use((error, _req, res, _next) => {
  res.status(error.status ?? 500).end();
});
app.use((_req: Request, res: Response, next: NextFunction) => {
  res.locals.user = 1;
  next();
}, failed);
app.set('view', view);

const server = createHttpServer(umbrella().use('/app', app, Router({ mergeParams: true })));
fastLane(server).listen(0);
createServer()
  .use(jsonBody({ limit: 1_000 }), serveStatic('public'), app)
  .listen(0);
