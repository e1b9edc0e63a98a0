import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import type { Application } from '../../application.ts';
import type { HandlerList, ParamCallback } from '../../handler.ts';
import type { Messages } from '../../messages.ts';
import { engine, render } from '../../views/render.ts';
import type { Listeners } from '../connection/listeners.ts';
import type { Path } from '../path/path-matcher.ts';
import {
  addParam,
  appendMiddleware,
  define,
  defineRegistration,
  PIPELINE,
  type Registrar,
  readUse,
  registerRoute,
} from '../registration/registration.ts';
import { inheritPrototypes } from './message-prototypes.ts';
import type { SettingsStore } from './settings-store.ts';

/** Where an application keeps what only its own methods use. */
export const STATE: unique symbol = Symbol('state');

/** What only an application's own methods use. */
export interface ApplicationState {
  readonly store: SettingsStore;
  readonly messages: Messages;
  readonly listeners: Listeners;
}

/** An application as its methods see it. */
export interface StatefulApplication extends Application, Registrar {
  readonly [STATE]: ApplicationState;
}

type This = StatefulApplication;

const METHODS = {
  handle(this: This, ...args: Parameters<Application['handle']>): void {
    this(...args);
  },
  set(this: This, ...args: [setting: string, value?: unknown]): unknown {
    const { store } = this[STATE];
    if (args.length === 1) return store.values[args[0]];
    store.set(args[0], args[1]);
    return this;
  },
  get(this: This, ...args: [path: Path, ...handlers: HandlerList]): unknown {
    if (args.length === 1) return this[STATE].store.values[args[0] as string];
    const [path, ...handlers] = args;
    return registerRoute(this, path, 'get', handlers);
  },
  enable(this: This, setting: string): unknown {
    return this.set(setting, true);
  },
  disable(this: This, setting: string): unknown {
    return this.set(setting, false);
  },
  enabled(this: This, setting: string): boolean {
    return Boolean(this.set(setting));
  },
  disabled(this: This, setting: string): boolean {
    return !this.set(setting);
  },
  path(this: This): string {
    return this.parent === undefined ? '' : this.parent.path() + String(this.mountpath);
  },
  use(this: This, ...args: unknown[]): unknown {
    const { path, layers } = readUse(args);
    for (const layer of layers) {
      appendMiddleware(this, path, layer);
      if (STATE in layer) mount(this, path, layer as unknown as This);
    }
    return this;
  },
  param(this: This, names: string | readonly string[], callback: ParamCallback): unknown {
    for (const name of [names].flat() as string[]) addParam(this, name, callback);
    return this;
  },
  engine,
  render,
  listen(this: This, ...args: unknown[]): Server {
    this[PIPELINE].plan();
    return this[STATE].listeners.listen(args);
  },
  close(this: This): Promise<void> {
    return this[STATE].listeners.close();
  },
};

/** What every application inherits: an event emitter's methods, and its own. */
export const applicationPrototype: object = Object.create(Function.prototype);
for (const name of Object.getOwnPropertyNames(EventEmitter.prototype)) {
  if (name === 'constructor') continue;
  const descriptor = Object.getOwnPropertyDescriptor(EventEmitter.prototype, name);
  Object.defineProperty(applicationPrototype, name, descriptor as PropertyDescriptor);
}
defineRegistration(applicationPrototype);
for (const [name, method] of Object.entries(METHODS)) define(applicationPrototype, name, method);

/** Express's order: what is inherited is in place when those who wait for the event hear of it. */
function mount(outer: This, path: Path, inner: This): void {
  inner.mountpath = path;
  inner.parent = outer;
  inner[STATE].store.inherit(outer[STATE].store);
  inheritPrototypes(inner[STATE].messages, outer[STATE].messages);
  Object.setPrototypeOf(inner.engines, outer.engines);
  inner.emit('mount', outer);
}
