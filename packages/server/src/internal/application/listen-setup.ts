/** @module What the options of `listen` mean for the application and its server. */

import type { RequestListener, Server } from 'node:http';
import { closeOnSignals, readCloseOptions, respondToProbes } from '@nextpress/lifecycle';
import type { ServeOptions } from '../../types/listening.ts';
import { setTimeouts, trustBalancer, warnOfContradictions } from '../connection/balancer-settings.ts';
import type { ListenSetup } from '../connection/listeners.ts';
import { PIPELINE } from '../registration/registry.ts';
import { STATE, type StatefulApplication } from './application-state.ts';
import { healthSettings } from './read-options.ts';

/** @throws TypeError when an option is invalid */
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
      if (app[PIPELINE].dialect.isLenient) return;
      server.on('error', endProgram).once('listening', () => server.off('error', endProgram));
    },
  };
}

/** Ends a program that cannot listen with one line, instead of a dump of the error, unless the application handles the error itself. */
function endProgram(this: Server, error: NodeJS.ErrnoException): void {
  if (this.listenerCount('error') > 1) return;
  if (error.syscall !== 'listen') throw error;
  console.error(error.message);
  process.exit(1);
}

/** Makes `server.listeners('request')` return the application, which tools look for, as it does the listener of a `once()`. */
function standIn(listener: RequestListener, app: StatefulApplication): RequestListener {
  return Object.defineProperty(listener, 'listener', { value: app });
}
