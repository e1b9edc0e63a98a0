// Prometheus metrics for any application: a plugin that measures requests, and a listener for Prometheus.
import { createServer, shared } from 'nextpress';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** @typedef {import('nextpress').LaneStats} LaneStats */

/** Upper bounds in seconds: most responses take less than a millisecond. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Creates the metrics of one process.
 *
 * @param {() => LaneStats | undefined} laneStats what `server.stats()` returns; `undefined` before the server listens
 */
export function createMetrics(laneStats) {
  const registry = new Registry();
  // Memory, garbage collection, event loop delay (nodejs_eventloop_lag_*).
  collectDefaultMetrics({ register: registry });
  addLaneMetrics(registry, laneStats);
  return { plugin: shared(requestMetrics(registry), { name: 'metrics' }), endpoint: endpointOf(registry) };
}

/**
 * A plugin that measures the requests of its scope. Register it first, so that it also sees requests that other hooks reject.
 *
 * @param {Registry} registry
 */
function requestMetrics(registry) {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first hook of a request to the end of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const inFlight = new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests without a complete response.',
    registers: [registry],
  });
  /** @type {WeakMap<object, bigint>} */
  const started = new WeakMap();
  /** @param {import('nextpress').Application | import('nextpress').Scope} scope */
  return (scope) => {
    scope.addHook('onRequest', (req, _res, next) => {
      inFlight.inc();
      started.set(req, process.hrtime.bigint());
      next();
    });
    scope.addHook('onResponse', (req, res) => {
      const start = started.get(req);
      if (start === undefined) return;
      inFlight.dec();
      const seconds = Number(process.hrtime.bigint() - start) / 1e9;
      const status = res.writableFinished ? res.statusCode : 'aborted';
      duration.observe({ method: req.method ?? '', route: routeOf(req), status }, seconds);
    });
  };
}

/**
 * The pattern of the route, never the path: clients choose paths, and each label value uses memory.
 *
 * @param {import('nextpress').Request} req
 */
function routeOf({ route, baseUrl }) {
  return route === undefined ? 'none' : `${baseUrl}${route.path}`;
}

/**
 * Counts how many requests the fast lane and Node's parser have handled.
 *
 * @param {Registry} registry
 * @param {() => LaneStats | undefined} laneStats
 */
function addLaneMetrics(registry, laneStats) {
  new Counter({
    name: 'nextpress_lane_requests_total',
    help: 'Requests by lane.',
    labelNames: ['lane'],
    registers: [registry],
    collect() {
      const { fast = 0, node = 0 } = laneStats() ?? {};
      this.reset();
      this.inc({ lane: 'fast' }, fast);
      this.inc({ lane: 'node' }, node);
    },
  });
  new Counter({
    name: 'nextpress_lane_hand_overs_total',
    help: 'Connections that the fast lane handed to Node, by reason.',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [reason, count] of Object.entries(laneStats()?.handedOver ?? {}))
        this.inc({ reason }, count);
    },
  });
}

/**
 * An application for Prometheus, which listens on its own, private port.
 *
 * @param {Registry} registry
 */
function endpointOf(registry) {
  const app = createServer();
  app.get('/metrics', async (_req, res) => {
    res.type(registry.contentType).send(await registry.metrics());
  });
  return app;
}
