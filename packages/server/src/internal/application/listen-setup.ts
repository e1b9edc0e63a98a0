/** @module Applies the options of `listen` to the application and its server. */

import { type EventEmitter, errorMonitor } from 'node:events';
import type { RequestListener } from 'node:http';
import { closeOnSignals, readCloseOptions, respondToProbes } from '@nextpress/lifecycle';
import type { ServeOptions } from '../../types/listening.ts';
import { setTimeouts, trustBalancer, warnOfContradictions } from '../connection/balancer-settings.ts';
import type { ListenSetup } from '../connection/listening-servers.ts';
import { REGISTRY } from '../registration/registry.ts';
import { STATE, type StatefulApplication } from './application-state.ts';
import { healthSettings } from './read-options.ts';

/** @throws TypeError if an option is invalid */
export function listenSetup(
  app: StatefulApplication,
  { behind: balancer, health, signals = false }: ServeOptions,
): ListenSetup {
  const { healthHost, store } = app[STATE];
  const endpoints = healthSettings(health);
  const limits = signals === false ? undefined : readCloseOptions('signals', signals === true ? {} : signals);
  if (balancer !== undefined) trustBalancer(balancer, store);
  return {
    listener: endpoints === undefined ? undefined : standIn(respondToProbes(app, endpoints, healthHost), app),
    prepare: (server, options) => {
      if (balancer !== undefined) {
        setTimeouts(balancer, server, options);
        server.once('listening', () => warnOfContradictions(balancer, server, store));
      }
      if (limits === undefined) return;
      closeOnSignals(server, () => app.close(limits));
      if (app[REGISTRY].dialect.isLenient) return;
      const emitter: EventEmitter = server;
      emitter.on(errorMonitor, endProgram).once('listening', () => emitter.off(errorMonitor, endProgram));
    },
  };
}

/** Ends a program that cannot listen with one line instead of an error dump, unless it handles the error. */
function endProgram(this: EventEmitter, error: NodeJS.ErrnoException): void {
  if (error.syscall !== 'listen' || this.listenerCount('error') > 0) return;
  if (['uncaughtException', 'uncaughtExceptionMonitor'].some((name) => process.listenerCount(name) > 0))
    return;
  console.error(error.message);
  process.exit(1);
}

/**
 * Makes `server.listeners('request')` return the application, which tools look for. Node unwraps `once()`
 * listeners in the same way.
 */
function standIn(listener: RequestListener, app: StatefulApplication): RequestListener {
  return Object.defineProperty(listener, 'listener', { value: app });
}
