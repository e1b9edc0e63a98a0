/** @module Applications: puts together registration, planning, running, responding and connections. */

import { resolve } from 'node:path';
import type { ExpressVersion } from '@nextpress/core';
import { type HealthHost, respondToProbes, Shutdown } from '@nextpress/lifecycle';
import type { Application } from '../../types/application.ts';
import type { LogError, ServerOptions } from '../../types/server-options.ts';
import { View } from '../../views/view.ts';
import { Listeners } from '../connection/listeners.ts';
import { refuseProbe } from '../connection/refusals.ts';
import { defineSilentLog, logRequests } from '../logging/request-log.ts';
import { createMessages, type MessageClasses } from '../messages/message-prototypes.ts';
import { type FinalHandler, Pipeline } from '../planning/pipeline.ts';
import { define } from '../registration/define.ts';
import { PIPELINE } from '../registration/registry.ts';
import { guardLog } from '../responding/final-handler.ts';
import { Slot } from '../scopes/slot.ts';
import type { AppContext } from './app-context.ts';
import { applicationPrototype } from './application-prototype.ts';
import { SCOPE, STATE, type StatefulApplication } from './application-state.ts';
import { createDecorations } from './decorate.ts';
import { explainErrors, recordSenders, watchExchanges } from './development.ts';
import { definePrototypes } from './extended-prototypes.ts';
import { ownMembers } from './own-members.ts';
import { PluginLoader } from './plugin-loader.ts';
import { readOptions, type Settings } from './read-options.ts';
import { identifyRequests } from './request-id.ts';
import { type ApplicationListener, createRequestListener, refusalOf } from './request-listener.ts';
import { routerOf, routerPrototype } from './router-function.ts';
import { SettingsStore } from './settings-store.ts';

/** The differences between the applications of `createServer()` and of the versions of Express. */
export interface Shape {
  /** Settings by Express's names, in addition to those of every application. */
  readonly defaults: Readonly<Record<string, unknown>>;
  /** The value of `X-Powered-By`. */
  readonly poweredBy: string;
  /** The version of Express to behave like; omitted for `createServer()`. */
  readonly expressVersion?: ExpressVersion;
  /** @defaultValue {@link applicationPrototype} and {@link routerPrototype} */
  readonly prototypes?: { readonly application: object; readonly router: object };
  /** Returns what the messages of the application extend. */
  readonly messages?: () => MessageClasses;
  /** Makes the final handler, which reads `values`, the settings of the application, for each request. */
  readonly respond: (values: Readonly<Record<string, unknown>>, settings: Settings) => FinalHandler;
}

/** Makes an application. Cold: requests use the {@link AppContext}. */
export function assemble(options: ServerOptions, shape: Shape): Application {
  const settings = readOptions(options, shape.expressVersion);
  const { application = applicationPrototype, router = routerPrototype } = shape.prototypes ?? {};
  const app = createApplicationFunction(application);
  if (shape.expressVersion !== undefined) ownMembers(app, application);
  const defaults = { ...commonDefaults(), ...shape.defaults, ...settings.values };
  const store = new SettingsStore(app, defaults, shape.expressVersion);
  const { values, helpers } = store;
  const isDevelopment = (options.env ?? process.env.NODE_ENV) === 'development';
  // Express's tests are silent.
  const logError: LogError = guardLog((error, req) => {
    if (shape.expressVersion === undefined || values.env !== 'test') return settings.logError(error, req);
  });
  const pipeline = new Pipeline({
    readOptions: () => ({
      caseSensitive: Boolean(values['case sensitive routing']),
      strict: Boolean(values['strict routing']),
    }),
    expressVersion: shape.expressVersion,
    respond: isDevelopment
      ? explainErrors(shape.respond(values, settings), logError)
      : shape.respond(values, settings),
    log: logError,
  });
  const messages = createMessages(helpers, shape.messages?.());
  if (isDevelopment) recordSenders(messages.Response.prototype);
  if (options.logger === false) defineSilentLog(messages.Request.prototype);
  const context: AppContext = {
    pipeline,
    messages,
    settings: helpers,
    poweredBy: undefined,
  };
  definePrototypes(app, messages);
  store.watch(() => {
    context.poweredBy = values['x-powered-by'] ? shape.poweredBy : undefined;
  });
  const respond = createRequestListener(context);
  const loader = new PluginLoader((loading) => {
    pipeline.loading = loading;
  });
  const sendsProblems = (): boolean => Boolean(values['problem details']);
  const listeners = new Listeners(
    { ...settings, sendsProblems, passesErrors: shape.expressVersion !== undefined },
    messages,
    app,
  );
  const shutdown = new Shutdown(listeners.servers);
  const healthHost: HealthHost = {
    unreadiness: () => {
      if (loader.isBusy) return loader.hasFailed ? 'failed' : 'loading';
      return shutdown.isClosing ? 'closing' : undefined;
    },
    refuses: (req, res) => {
      const error = refusalOf(req, res, helpers);
      if (error !== undefined) refuseProbe(res, error);
      return error !== undefined;
    },
    logError: logError as HealthHost['logError'],
  };
  const { health, logger, logsExchanges, requestId } = settings;
  const logged = logger === undefined ? respond : logRequests(respond, logger, logsExchanges);
  const identified = requestId === undefined ? logged : identifyRequests(logged, requestId, helpers);
  const watched = isDevelopment ? watchExchanges(identified) : identified;
  const listener = health === undefined ? watched : respondToProbes(watched, health, healthHost);
  const ownRouter = routerOf(pipeline, router);
  Object.assign(app, {
    [PIPELINE]: pipeline,
    [STATE]: {
      router: ownRouter,
      store,
      messages,
      listeners,
      shutdown,
      healthHost,
      listener,
      decorations: createDecorations(app, messages, pipeline),
    },
    [SCOPE]: { app, loader, slot: new Slot(pipeline) },
    parent: undefined,
  });
  if (shape.expressVersion !== 4) Object.assign(app, { router: ownRouter });
  Object.defineProperty(app, 'settings', {
    get: () => store.view,
    set: (replacement: object) => store.replace(replacement),
    enumerable: true,
    configurable: true,
  });
  // Tools take it for the `routes` of Express 3.
  if (shape.expressVersion !== undefined) define(app, 'routes', undefined);
  app.init();
  return app;
}

/** Calls `handle`, because instrumentation replaces that method. */
function createApplicationFunction(prototype: object): StatefulApplication {
  const app: ApplicationListener = (req, res, next) => (app as StatefulApplication).handle(req, res, next);
  return Object.setPrototypeOf(app, prototype);
}

function commonDefaults(): Record<string, unknown> {
  return {
    'query parser': 'simple',
    'subdomain offset': 2,
    'trust proxy': false,
    'jsonp callback name': 'callback',
    view: View,
    views: resolve('views'),
    ...(process.env.NODE_ENV === 'production' ? { 'view cache': true } : {}),
  };
}
