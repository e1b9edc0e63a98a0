export {
  type CloseLimits,
  type CloseOptions,
  type CloseReport,
  type CutConnection,
  readCloseOptions,
} from './close-options.ts';
export { Drain, drainOf, type Sessions } from './drain.ts';
export {
  type GracefulShutdown,
  type GracefulShutdownOptions,
  gracefulShutdown,
} from './graceful-shutdown.ts';
export { type HealthHost, respondToProbes, withHealth } from './health.ts';
export {
  type HealthCheck,
  type HealthOptions,
  type HealthSettings,
  readHealthOptions,
} from './health-options.ts';
export { newestResponse } from './last-response.ts';
export { begunRequests, OpenConnections } from './open-connections.ts';
export { ServerGroup } from './server-group.ts';
export { type CloseHook, type CloseHookName, type CloseHooks, Shutdown } from './shutdown.ts';
export { closeOnSignals } from './signals.ts';
