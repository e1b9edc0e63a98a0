import {
  checkOptionNames,
  integerOption,
  invalidOption,
  MAX_TIMER_DELAY,
} from '@nextpress/semantics/options';

/**
 * Checks whether the application can serve requests. It fails if it throws, rejects, or returns `false`.
 *
 * @param signal - aborts when the check takes too long
 */
export type HealthCheck = (signal: AbortSignal) => unknown;

/** Options of `/healthz` and `/readyz`. */
export interface HealthOptions {
  /**
   * The liveness path, which responds with 200 while the process is running; `false` for none.
   * @defaultValue '/healthz'
   */
  readonly live?: string | false | undefined;
  /**
   * The readiness path, which responds with 200 when the application can serve requests, and with 503 while plugins
   * load, while it closes, or when a check fails; `false` for none.
   * @defaultValue '/readyz'
   */
  readonly ready?: string | false | undefined;
  /**
   * Readiness checks by name, such as `{ db: () => pool.query('select 1') }`. A running check is not called again until
   * 10 times `timeout` have passed.
   */
  readonly checks?: Readonly<Record<string, HealthCheck>> | undefined;
  /**
   * How long each check may take, in milliseconds.
   * @defaultValue 800: Kubernetes gives a probe 1 s
   */
  readonly timeout?: number | undefined;
}

/** The checked options. */
export interface HealthSettings {
  readonly live: string | undefined;
  readonly ready: string | undefined;
  readonly checks: readonly (readonly [name: string, check: HealthCheck])[];
  readonly timeout: number;
}

/** Kubernetes gives a probe 1 s, HAProxy 2 s: the response should still name the slow check. */
const DEFAULT_TIMEOUT = 800;

/**
 * Checks the options, and adds the defaults.
 *
 * @throws TypeError naming the unknown or invalid option
 */
export function readHealthOptions(options: HealthOptions): HealthSettings {
  checkOptionNames('health', options, ['checks', 'live', 'ready', 'timeout']);
  const { live = '/healthz', ready = '/readyz', checks = {}, timeout = DEFAULT_TIMEOUT } = options;
  for (const [name, path] of Object.entries({ live, ready })) {
    const isPath = typeof path === 'string' && /^\/[^?#\s]*$/.test(path);
    if (path !== false && !isPath)
      throw invalidOption('health', name, `a path such as '/${name}', or false`, path);
  }
  if (live !== false && live === ready)
    throw invalidOption('health', 'ready', 'a path other than that of "live"', ready);
  if (typeof checks !== 'object' || checks === null) {
    throw invalidOption('health', 'checks', 'an object of functions', checks);
  }
  for (const [name, check] of Object.entries(checks)) {
    if (typeof check !== 'function') throw invalidOption('health', `checks.${name}`, 'a function', check);
  }
  integerOption('health', 'timeout', timeout, 1, MAX_TIMER_DELAY);
  return { live: live || undefined, ready: ready || undefined, checks: Object.entries(checks), timeout };
}
