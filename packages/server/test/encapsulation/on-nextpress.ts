import { once } from 'node:events';
import { createServer as createHttpServer, type Server } from 'node:http';
import { closeServer } from '@nextpress-internal/test-kit';
import {
  createServer,
  type Application as NextpressApplication,
  type Request,
  type Response,
  type Scope,
  shared,
} from '../../src/index.ts';
import { act, actAsync, type Exchange, failureOf, type Recorder, turn } from './act.ts';
import type { Framework } from './outcome.ts';
import type { Part, Plugin, RequestHook, Scenario, Step } from './scenario.ts';

type Next = (error?: unknown) => void;

type Lane = (app: NextpressApplication) => Server;

/** `app.listen` creates a server with the fast lane. */
export const fastLane: Lane = (app) => app.listen(0, '127.0.0.1');
export const nodeLane: Lane = (app) => createHttpServer(app).listen(0, '127.0.0.1');

/** Makes the application of a scenario. Its functions have the names of their parts. */
export async function buildScenario(
  { steps, late = [], timeout = 10_000 }: Scenario,
  record: Recorder,
): Promise<NextpressApplication> {
  const app = createServer({ logError: () => {} });
  for (const step of steps) take(app, step, { record, timeout });
  await app.ready();
  for (const step of late) take(app, step, { record, timeout });
  return app;
}

/** Builds scenarios with `createServer()`. */
export const onNextpress =
  (lane: Lane): Framework =>
  async (scenario, record) => {
    const app = await buildScenario(scenario, record);
    const server = lane(app);
    await once(server, 'listening');
    return {
      server,
      async close() {
        await app.close();
        await closeServer(server);
      },
    };
  };

function named<Handler extends object>({ name }: Part, handler: Handler): Handler {
  return Object.defineProperty(handler, 'name', { value: name });
}

interface Context {
  readonly record: Recorder;
  readonly timeout: number;
}

function take(scope: Scope, step: Step, context: Context): void {
  const { record } = context;
  switch (step.kind) {
    case 'hook':
      takeHook(scope, step.on, step.part, record);
      break;
    case 'onSend':
      takeOnSend(scope, step.part, record);
      break;
    case 'observe':
      takeObserver(scope, step.on, step.part, record);
      break;
    case 'onRoute':
      scope.addHook('onRoute', ({ path }: { path: unknown }) => record(`${step.name} ${path}`));
      break;
    case 'onClose':
      scope.addHook('onClose', async () => {
        await turn();
        record(step.name);
      });
      break;
    case 'use':
      takeMiddleware(scope, step.path, step.part, record);
      break;
    case 'route':
      scope.get(step.path, handlerOf(scope, step.part, record, 200));
      break;
    case 'errorHandler':
      takeErrorHandler(scope, step.part, record);
      break;
    case 'notFoundHandler':
      scope.setNotFoundHandler(handlerOf(scope, step.part, record, 404));
      break;
    case 'local':
      scope.locals[step.name] = step.value;
      break;
    case 'decorateRequest':
      scope.decorateRequest(step.name, step.value);
      break;
    case 'register':
      takePlugin(scope, step, context);
  }
}

/** Hooks of both styles. */
function takeHook(scope: Scope, on: RequestHook, part: Part, record: Recorder): void {
  const hook = part.isAsync
    ? async (req: Request, res: Response) => {
        await actAsync(
          part,
          record,
          exchangeOf(req, res, () => {}, 403),
          scope.locals,
        );
      }
    : (req: Request, res: Response, next: Next) =>
        act(part, record, exchangeOf(req, res, next, 403), scope.locals);
  scope.addHook(on, named(part, hook));
}

function takeOnSend(scope: Scope, part: Part, record: Recorder): void {
  const hook = (req: Request, res: Response, payload: unknown) => {
    const changed = `${payload}, ${part.name}`;
    const exchange = exchangeOf(req, res, () => {});
    if (part.action !== 'next' || part.isAsync) {
      return actAsync(part, record, exchange, scope.locals).then(() => changed);
    }
    act(part, record, exchange, scope.locals);
    return changed;
  };
  scope.addHook('onSend', named(part, hook));
}

function takeObserver(scope: Scope, on: 'onResponse' | 'onError', part: Part, record: Recorder): void {
  const observe = async (req: Request, res: Response, error?: unknown): Promise<void> => {
    await actAsync(
      part,
      record,
      exchangeOf(req, res, () => {}),
      scope.locals,
      error as Error | undefined,
    );
  };
  if (on === 'onError') {
    const hook = (error: unknown, req: Request, res: Response) => observe(req, res, error);
    scope.addHook('onError', named(part, hook));
  } else {
    const hook = (req: Request, res: Response) => observe(req, res);
    scope.addHook('onResponse', named(part, hook));
  }
}

function takeMiddleware(scope: Scope, path: string | undefined, part: Part, record: Recorder): void {
  const middleware = named(part, (req: Request, res: Response, next: Next): void => {
    // Without a helper, as middleware of Fastify, whose payload `onSend` hooks do not see.
    const send = (text: string): void => {
      res.statusCode = 403;
      res.end(text);
    };
    act(part, record, { ...exchangeOf(req, res, next), send }, scope.locals);
  });
  if (path === undefined) scope.use(middleware);
  else scope.use(path, middleware);
}

function handlerOf(scope: Scope, part: Part, record: Recorder, status: number) {
  const handler = part.isAsync
    ? async (req: Request, res: Response, next: Next): Promise<void> => {
        if (await actAsync(part, record, exchangeOf(req, res, next, status), scope.locals)) next();
      }
    : (req: Request, res: Response, next: Next): void =>
        act(part, record, exchangeOf(req, res, next, status), scope.locals);
  return named(part, handler);
}

function takeErrorHandler(scope: Scope, part: Part, record: Recorder): void {
  const handler = part.isAsync
    ? async (error: unknown, req: Request, res: Response, next: Next) => {
        await actAsync(part, record, exchangeOf(req, res, next, 503), scope.locals, error as Error);
      }
    : (error: unknown, req: Request, res: Response, next: Next) =>
        act(part, record, exchangeOf(req, res, next, 503), scope.locals, error as Error);
  scope.setErrorHandler(named(part, handler));
}

function takePlugin(scope: Scope, plugin: Plugin, context: Context): void {
  const {
    name,
    steps,
    isShared,
    prefix,
    isAsync = false,
    ends,
    dependencies = [],
    readsLocals = [],
  } = plugin;
  const load = (inner: Scope): void => {
    const values = readsLocals.map((key) => ` ${key}=${inner.locals[key]}`);
    context.record(`load ${name}${values.join('')}`);
  };
  const run = (inner: Scope): void => {
    for (const step of steps) take(inner, step, context);
    if (ends === 'fail') throw failureOf({ name });
  };
  const body = isAsync
    ? async (inner: Scope): Promise<void> => {
        load(inner);
        await turn();
        run(inner);
        if (ends === 'never') await new Promise(() => {});
      }
    : (inner: Scope): void => {
        load(inner);
        run(inner);
      };
  const { timeout } = context;
  const inScope = { name, timeout, ...(prefix === undefined ? {} : { prefix }) };
  if (isShared) scope.register(shared(body, { name, dependencies }), { timeout });
  else scope.register(Object.assign(body, { dependencies }), inScope);
}

function exchangeOf(req: Request, res: Response, next: Next, status = 200): Exchange {
  return {
    get: (name) => Reflect.get(req, name),
    set: (name, value) => Reflect.set(req, name, value),
    send: (text) => void res.status(status).send(text),
    next,
  };
}
