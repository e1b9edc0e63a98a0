import middie from '@fastify/middie';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { act, actAsync, type Exchange, failureOf, type Recorder, turn } from './act.ts';
import type { Application } from './outcome.ts';
import type { Part, Plugin, Scenario, Step } from './scenario.ts';

/** Builds a scenario with Fastify 5. */
export async function onFastify(scenario: Scenario, record: Recorder): Promise<Application> {
  const { steps, late = [], timeout = 10_000 } = scenario;
  const app = fastify({
    // A second error handler in one scope is an error in both frameworks.
    allowErrorHandlerOverride: false,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    pluginTimeout: timeout,
    routerOptions: { ignoreTrailingSlash: true, caseSensitive: false },
  });
  // Middleware runs after all onRequest hooks, as in Nextpress.
  await app.register(middie, { hook: 'preParsing' });
  for (const step of steps) take(app, step, record);
  await app.ready();
  for (const step of late) take(app, step, record);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { server: app.server, close: () => app.close() };
}

function take(scope: FastifyInstance, step: Step, record: Recorder): void {
  switch (step.kind) {
    case 'hook':
      takeHook(scope, step.on, step.part, record);
      break;
    case 'onSend':
      takeOnSend(scope, step.part, record);
      break;
    case 'observe':
      if (step.on === 'onError')
        scope.addHook('onError', async (request, reply, error) => {
          await actAsync(step.part, record, exchangeOf(request, reply), scope, error);
        });
      else
        scope.addHook('onResponse', async (request, reply) => {
          await actAsync(step.part, record, exchangeOf(request, reply), scope);
        });
      break;
    case 'onRoute':
      scope.addHook('onRoute', ({ path }) => record(`${step.name} ${path}`));
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
      scope.decorate(step.name, step.value);
      break;
    case 'decorateRequest':
      scope.decorateRequest(step.name, step.value);
      break;
    case 'register':
      takePlugin(scope, step, record);
  }
}

/** Hooks of both styles. */
function takeHook(
  scope: FastifyInstance,
  on: 'onRequest' | 'preValidation' | 'preHandler',
  part: Part,
  record: Recorder,
): void {
  if (part.isAsync)
    scope.addHook(on, async (request: FastifyRequest, reply: FastifyReply) => {
      const continues = await actAsync(part, record, exchangeOf(request, reply, 403), scope);
      return continues ? undefined : reply;
    });
  else
    scope.addHook(on, (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
      act(part, record, { ...exchangeOf(request, reply, 403), next: done }, scope);
    });
}

function takeOnSend(scope: FastifyInstance, part: Part, record: Recorder): void {
  if (part.isAsync)
    scope.addHook('onSend', async (request, reply, payload) => {
      await actAsync(part, record, exchangeOf(request, reply), scope);
      return `${payload}, ${part.name}`;
    });
  else
    scope.addHook('onSend', (request, reply, payload, done) => {
      const next = (error?: Error) =>
        error === undefined ? done(null, `${payload}, ${part.name}`) : done(error as never);
      act(part, record, { ...exchangeOf(request, reply), next }, scope);
    });
}

function takeMiddleware(
  scope: FastifyInstance,
  path: string | undefined,
  part: Part,
  record: Recorder,
): void {
  const middleware = (
    req: object,
    res: { statusCode: number; end(text: string): void },
    next: (error?: Error) => void,
  ) => {
    const exchange: Exchange = {
      get: (name) => Reflect.get(req, name),
      set: (name, value) => Reflect.set(req, name, value),
      send(text) {
        res.statusCode = 403;
        res.end(text);
      },
      next,
    };
    act(part, record, exchange, scope);
  };
  // In the order of registration, as Fastify's own hooks, not before the plugins that are registered already.
  scope.after(() => {
    if (path === undefined) scope.use(middleware);
    else scope.use(path, middleware);
  });
}

function handlerOf(scope: FastifyInstance, part: Part, record: Recorder, status: number) {
  if (part.isAsync)
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const exchange = exchangeOf(request, reply, status);
      if (await actAsync(part, record, exchange, scope)) exchange.next();
      return reply;
    };
  return (request: FastifyRequest, reply: FastifyReply): void =>
    act(part, record, exchangeOf(request, reply, status), scope);
}

function takeErrorHandler(scope: FastifyInstance, part: Part, record: Recorder): void {
  if (part.isAsync)
    scope.setErrorHandler(async (error: Error, request, reply) => {
      await actAsync(part, record, exchangeOf(request, reply, 503), scope, error);
      return reply;
    });
  else
    scope.setErrorHandler((error: Error, request, reply) => {
      act(part, record, exchangeOf(request, reply, 503), scope, error);
    });
}

function takePlugin(scope: FastifyInstance, step: Plugin, record: Recorder): void {
  const { name, steps, isShared, prefix, isAsync = false, ends, dependencies = [], readsLocals = [] } = step;
  const load = (inner: FastifyInstance): void => {
    const values = readsLocals.map((key) => ` ${key}=${Reflect.get(inner, key)}`);
    record(`load ${name}${values.join('')}`);
  };
  const run = (inner: FastifyInstance): void => {
    for (const step of steps) take(inner, step, record);
    if (ends === 'fail') throw failureOf({ name });
  };
  const runLater = async (inner: FastifyInstance): Promise<void> => {
    load(inner);
    await turn();
    run(inner);
    if (ends === 'never') await new Promise(() => {});
  };
  const runNow = (inner: FastifyInstance, _options: object, done: (error?: Error) => void): void => {
    load(inner);
    // Fastify does not catch the errors of a plugin with a callback.
    try {
      run(inner);
    } catch (error) {
      done(error as Error);
      return;
    }
    done();
  };
  const meta = { name, dependencies: [...dependencies], encapsulate: !isShared };
  const options: { prefix?: string } = prefix === undefined ? {} : { prefix };
  if (isAsync) scope.register(fastifyPlugin(runLater, meta), options);
  else scope.register(fastifyPlugin(runNow, meta), options);
}

function exchangeOf(request: FastifyRequest, reply: FastifyReply, status = 200): Exchange {
  return {
    get: (name) => Reflect.get(request, name),
    set: (name, value) => Reflect.set(request, name, value),
    send: (text) => void reply.code(status).send(text),
    // A handler that does not respond passes the request to the not-found handler.
    next: (error) => void (error === undefined ? reply.callNotFound() : reply.send(error)),
  };
}
