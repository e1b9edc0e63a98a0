// @fastify/under-pressure
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { HttpError } from 'nextpress';

/** Rejects requests while the event loop is late by more than `maxEventLoopDelay` milliseconds. */
export function underPressure({ maxEventLoopDelay }) {
  const histogram = monitorEventLoopDelay();
  histogram.enable();
  let delay = 0;
  setInterval(() => {
    delay = histogram.mean / 1e6;
    histogram.reset();
  }, 1000).unref();
  return (_req, _res, next) => {
    if (delay <= maxEventLoopDelay) return next();
    throw new HttpError(503, 'UNDER_PRESSURE', 'Service Unavailable', { headers: { 'Retry-After': '10' } });
  };
}
