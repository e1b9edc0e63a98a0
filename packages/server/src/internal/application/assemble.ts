/** @module Assembles applications from registration, planning, running, responding and connections. */

import { resolve } from 'node:path';
import { type HealthHost, respondToProbes, Shutdown } from '@nextpress/lifecycle';
import type { Application } from '../../types/application.ts';
import type { LogError, ServerOptions } from '../../types/server-options.ts';
import { View } from '../../views/view.ts';
import { ListeningServers } from '../connection/listening-servers.ts';
import { refuseProbe } from '../connection/refusals.ts';
import type { Dialect, OwnSettings } from '../dialect.ts';
import { defineSilentLog, logRequests } from '../logging/request-log.ts';
import { createMessages } from '../messages/message-prototypes.ts';
import { LayerRegistry } from '../planning/layer-registry.ts';
import { REGISTRY } from '../registration/registry.ts';
import { guardLog } from '../responding/final-handler.ts';
import { ScopeRegistrar } from '../scopes/scope-registrar.ts';
import {
  type ApplicationState,
  SCOPE,
  type ScopeState,
  STATE,
  type StatefulApplication,
} from './application-state.ts';
import { createDecorations } from './decorate.ts';
import { checkResponses, explainErrors, watchExchanges } from './development.ts';
import { definePrototypes } from './extended-prototypes.ts';
import { PluginLoader } from './plugin-loader.ts';
import { readOptions, type Settings } from './read-options.ts';
import { identifyRequests } from './request-id.ts';
import type { AppContext } from './request-listener.ts';
import { type ApplicationListener, createRequestListener, refusalOf } from './request-listener.ts';
import { routerOf } from './router-function.ts';
import { SettingsStore } from './settings-store.ts';

/** Creates an application. Cold: requests use the {@link AppContext}. */
export function assemble(options: ServerOptions, dialect: Dialect): Application {
  const settings = readOptions(options);
  const app = createApplicationFunction(dialect.prototypes.application);
  const defaults = { ...commonDefaults(), ...dialect.defaults(), ...settings.values };
  const store = new SettingsStore(app, defaults, dialect);
  const { values, helpers } = store;
  const isDevelopment = (options.env ?? process.env.NODE_ENV) === 'development';
  const logError = guardLog(dialect.errorLog(values, settings.logError));
  const finalHandler = dialect.finalHandler(values, logError, settings.requestId !== undefined);
  const registry = new LayerRegistry({
    readOptions: () => ({
      caseSensitive: Boolean(values['case sensitive routing']),
      strict: Boolean(values['strict routing']),
    }),
    dialect,
    respond: isDevelopment ? explainErrors(finalHandler, logError) : finalHandler,
    log: logError,
  });
  const messages = createMessages(helpers);
  if (isDevelopment) checkResponses(messages.Response.prototype, dialect.isLenient);
  if (options.logger === false) defineSilentLog(messages.Request.prototype);
  definePrototypes(app, messages);
  const sendsProblems = (): boolean => Boolean(values['problem details']);
  const listeningOptions = { ...settings, sendsProblems, passesErrors: dialect.isLenient };
  const servers = new ListeningServers(listeningOptions, messages, app);
  const shutdown = new Shutdown(servers.group);
  const loader = new PluginLoader((loading) => {
    registry.loading = loading;
  });
  const healthHost = createHealthHost(loader, shutdown, helpers, logError);
  const context: AppContext = { registry, messages, settings: helpers, poweredBy: undefined };
  store.watch(() => {
    context.poweredBy = values['x-powered-by'] ? dialect.poweredBy : undefined;
  });
  const router = routerOf(registry, dialect.prototypes.router);
  const wrappers = listenerWrappers(settings, helpers, healthHost, isDevelopment);
  const listener = wrappers.reduceRight((inner, wrap) => wrap(inner), createRequestListener(context));
  const decorations = createDecorations(app, messages, registry);
  const state: ApplicationState = {
    router,
    store,
    messages,
    servers,
    shutdown,
    healthHost,
    listener,
    decorations,
  };
  const scope: ScopeState = { app, loader, registrar: new ScopeRegistrar(registry) };
  Object.assign(app, { [REGISTRY]: registry, [STATE]: state, [SCOPE]: scope, parent: undefined });
  Object.defineProperty(app, 'settings', {
    get: () => store.view,
    set: (replacement: object) => store.replace(replacement),
    enumerable: true,
    configurable: true,
  });
  dialect.addMembers(app);
  app.init();
  return app;
}

type WrapListener = (listener: ApplicationListener) => ApplicationListener;

/** In the order in which they see a request. */
function listenerWrappers(
  { health, requestId, logger, logsExchanges }: Settings,
  helpers: OwnSettings,
  healthHost: HealthHost,
  isDevelopment: boolean,
): WrapListener[] {
  const wrappers: (WrapListener | false | undefined)[] = [
    health && ((listener) => respondToProbes(listener, health, healthHost)),
    isDevelopment && watchExchanges,
    requestId && ((listener) => identifyRequests(listener, requestId, helpers)),
    logger && ((listener) => logRequests(listener, logger, logsExchanges)),
  ];
  return wrappers.filter((wrap) => typeof wrap === 'function');
}

function createHealthHost(
  loader: PluginLoader,
  shutdown: Shutdown,
  helpers: OwnSettings,
  logError: LogError,
): HealthHost {
  return {
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
