import {
  checkOptionNames,
  integerOption,
  invalidOption,
  MAX_TIMER_DELAY,
} from '@nextpress/semantics/options';

/**
 * Tells whether the application can serve requests. It fails when it throws, rejects, or returns `false`.
 *
 * @param signal - aborts when the check has taken too long
 */
export type HealthCheck = (signal: AbortSignal) => unknown;

/** Options of `/healthz` and `/readyz`. */
export interface HealthOptions {
  /**
   * The path that responds with 200 as long as the process responds at all; `false` for none.
   * @defaultValue '/healthz'
   */
  readonly live?: string | false | undefined;
  /**
   * The path that responds with 200 when the application can serve requests, and with 503 while plugins load, while it closes, or when
   * a check fails; `false` for none.
   * @defaultValue '/readyz'
   */
  readonly ready?: string | false | undefined;
  /**
   * What readiness depends on, by name, such as `{ db: () => pool.query('select 1') }`. A check that is running is not called again until
   * 10 times `timeout` have passed.
   */
  readonly checks?: Readonly<Record<string, HealthCheck>> | undefined;
  /**
   * How many milliseconds each check may take.
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

/** Kubernetes gives a probe 1 s, HAProxy 2 s: the response should name the check that is slow. */
const DEFAULT_TIMEOUT = 800;

/**
 * Checks the options, and adds the defaults.
 *
 * @throws TypeError naming the option that does not exist or has an invalid value
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
    throw invalidOption('health', 'ready', 'another path than live', ready);
  if (typeof checks !== 'object' || checks === null) {
    throw invalidOption('health', 'checks', 'an object of functions', checks);
  }
  for (const [name, check] of Object.entries(checks)) {
    if (typeof check !== 'function') throw invalidOption('health', `checks.${name}`, 'a function', check);
  }
  integerOption('health', 'timeout', timeout, 1, MAX_TIMER_DELAY);
  return { live: live || undefined, ready: ready || undefined, checks: Object.entries(checks), timeout };
}
