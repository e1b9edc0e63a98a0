/** @module What the options of `listen` mean for the application and its server. */

import { type EventEmitter, errorMonitor } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import type { CloseOptions } from '../../closing.ts';
import type { ServeOptions } from '../../listening.ts';
import { setTimeouts, trustBalancer, warnOfContradictions } from '../connection/balancer-settings.ts';
import type { ListenSetup } from '../connection/listeners.ts';
import { STATE, type StatefulApplication } from './application-state.ts';
import { readCloseOptions } from './close-options.ts';
import { withHealth } from './health-endpoints.ts';
import { readHealthOptions } from './health-options.ts';
import { closeOnSignals, ignoreSignals } from './signals.ts';

/** @throws TypeError when an option is invalid */
export function listenSetup(
  app: StatefulApplication,
  { behind: balancer, health = false, signals = false }: ServeOptions,
): ListenSetup {
  const { healthHost, store } = app[STATE];
  const endpoints = readHealthOptions(health);
  const limits = signals === false ? undefined : readCloseOptions('signals', signals === true ? {} : signals);
  if (balancer !== undefined) trustBalancer(balancer, store);
  return {
    listener: endpoints === undefined ? undefined : standIn(withHealth(app, endpoints, healthHost), app),
    prepare: (server, options) => {
      if (balancer !== undefined) {
        setTimeouts(balancer, server, options);
        server.once('listening', () => warnOfContradictions(balancer, server, store));
      }
      if (limits !== undefined) closeOnSignal(app, server, limits);
    },
  };
}

function closeOnSignal(app: StatefulApplication, server: Server, limits: CloseOptions): void {
  closeOnSignals(server, () => app.close(limits));
  server.once('close', () => ignoreSignals(server));
  (server as EventEmitter).once(errorMonitor, () => server.listening || ignoreSignals(server));
}

/** Has `server.listeners('request')` return the application, which tools look for, as it does the listener of a `once()`. */
function standIn(listener: RequestListener, app: StatefulApplication): RequestListener {
  return Object.defineProperty(listener, 'listener', { value: app });
}
