import { resolve } from 'node:path';
import type { Application } from '../../application.ts';
import { createMessages, type Messages } from '../../messages.ts';
import { readOptions, type ServerOptions, type Settings } from '../../options.ts';
import { View } from '../../views/view.ts';
import { Listeners } from '../connection/listeners.ts';
import {
  type ApplicationListener,
  createRequestListener,
  type Inside,
} from '../connection/request-listener.ts';
import { createPathRules } from '../path/path-rules.ts';
import { watchExchanges } from '../pipeline/development.ts';
import { type Done, Pipeline } from '../pipeline/pipeline.ts';
import { PIPELINE } from '../registration/stack.ts';
import { applicationPrototype, STATE, type StatefulApplication } from './application-prototype.ts';
import { definePrototypes } from './message-prototypes.ts';
import { ownMembers } from './own-members.ts';
import { routerOf, routerPrototype } from './router-function.ts';
import { type ExpressVersion, SettingsStore } from './settings-store.ts';

/** What tells the applications of one entry from those of another. */
export interface Shape {
  /** Settings by Express's names, beside those that every application has. */
  readonly defaults: Readonly<Record<string, unknown>>;
  /** The value of `X-Powered-By`. */
  readonly poweredBy: string;
  /** The version of Express that the application behaves like; left out for `createServer()`. */
  readonly expressVersion?: ExpressVersion;
  /** What the application and its router inherit, if not {@link applicationPrototype} and {@link routerPrototype}. */
  readonly prototypes?: { readonly application: object; readonly router: object };
  /** Gives the application's own messages members beside those that all have. */
  readonly extend?: (messages: Messages) => void;
  /** Makes the end of the pipeline; `values` are the application's settings, to be read when a request is answered. */
  readonly answer: (values: Readonly<Record<string, unknown>>, settings: Settings) => Done;
}

/** Makes an application. Cold; what a request needs is in {@link Inside}. */
export function assemble(options: ServerOptions, shape: Shape): Application {
  const settings = readOptions(options);
  const { application = applicationPrototype, router = routerPrototype } = shape.prototypes ?? {};
  const app = createApplicationFunction(application);
  if (shape.expressVersion !== undefined) ownMembers(app, application);
  const defaults = { ...commonDefaults(), ...shape.defaults, ...settings.values };
  const store = new SettingsStore(app, defaults);
  const { values, helpers } = store;
  helpers.expressVersion = shape.expressVersion;
  const isDevelopment = (options.env ?? process.env.NODE_ENV) === 'development';
  const pipeline = new Pipeline({
    rules: () =>
      createPathRules(
        Boolean(values['case sensitive routing']),
        Boolean(values['strict routing']),
        shape.expressVersion,
      ),
    expressVersion: shape.expressVersion,
    mergesParams: false,
    answer: shape.answer(values, settings),
  });
  const messages = createMessages(helpers);
  shape.extend?.(messages);
  const inside: Inside = { pipeline, messages, settings: helpers, poweredBy: undefined, isExtended: false };
  definePrototypes(app, inside);
  store.watch(() => {
    inside.poweredBy = values['x-powered-by'] ? shape.poweredBy : undefined;
  });
  const respond = createRequestListener(inside);
  const listener = isDevelopment ? watchExchanges(respond) : respond;
  Object.assign(app, {
    [PIPELINE]: pipeline,
    [STATE]: { store, messages, listeners: new Listeners(settings, messages, app), listener },
    settings: values,
    parent: undefined,
    router: routerOf(pipeline, router),
  });
  app.init();
  return app;
}

/** Goes through `handle`, which instrumentation replaces. */
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
