import type { HealthHost, Shutdown } from '@nextpress/lifecycle';
import { ROUTES } from '@nextpress-internal/internals/keys';
import type { Application, Router, Scope } from '../../types/application.ts';
import type { RouteTable } from '../../types/route-table.ts';
import type { ListeningServers } from '../connection/listening-servers.ts';
import type { Messages } from '../messages/message-prototypes.ts';
import type { LayerRegistry } from '../planning/layer-registry.ts';
import type { REGISTRY } from '../registration/registry.ts';
import type { ScopeRegistrar } from '../scopes/scope-registrar.ts';
import type { MessageDecorations } from './decorate.ts';
import type { PluginLoader } from './plugin-loader.ts';
import type { ApplicationListener } from './request-listener.ts';
import type { SettingsStore } from './settings-store.ts';

export const STATE: unique symbol = Symbol('state');

/** State that only the methods of an application use. */
export interface ApplicationState {
  readonly router: Router;
  readonly store: SettingsStore;
  readonly messages: Messages;
  readonly servers: ListeningServers;
  readonly shutdown: Shutdown;
  readonly healthHost: HealthHost;
  /** Receives requests from a server, or from an application that mounts this one. */
  readonly listener: ApplicationListener;
  readonly decorations: MessageDecorations;
}

/** The router of an application: `app.router`, which may be replaced, except in Express 4, where reading that throws. */
export const ROUTER: unique symbol = Symbol('router');

export const SCOPE: unique symbol = Symbol('scope');

/** The state of the object that a plugin gets. */
export interface ScopeState {
  readonly app: StatefulApplication;
  /** Loads the plugins that are registered on the object. */
  loader: PluginLoader;
  registrar: ScopeRegistrar;
}

/** An application or a scope, as its functions see it. */
export interface ScopeHost extends Scope {
  readonly [SCOPE]: ScopeState;
}

/** An application, as its methods see it. */
export interface StatefulApplication extends Application {
  readonly [SCOPE]: ScopeState;
  readonly [ROUTER]: Router;
  readonly [STATE]: ApplicationState;
  readonly [REGISTRY]: LayerRegistry;
  [ROUTES](): RouteTable;
}
