import {
  checkOptionNames,
  integerOption,
  invalidOption,
  MAX_TIMER_DELAY,
} from '@nextpress/semantics/options';
import type { HealthCheck, HealthOptions } from '../../health.ts';

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
 * @returns `undefined` for `false`
 * @throws TypeError naming the option that does not exist or has an invalid value
 */
export function readHealthOptions(option: boolean | HealthOptions): HealthSettings | undefined {
  if (option === false) return undefined;
  const options = option === true ? {} : option;
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
