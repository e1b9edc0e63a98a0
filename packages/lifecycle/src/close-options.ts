import { checkOptionNames, integerOption, MAX_TIMER_DELAY } from '@nextpress/semantics/options';

/** Options of `close()`. */
export interface CloseOptions {
  /**
   * How many milliseconds pending responses may take after the port has been closed. Connections that are still open then are cut.
   * `preClose` hooks have half a second more, and `onClose` hooks then as long again, 2 seconds at least. `Infinity` waits for all of them.
   * @defaultValue 8000: Docker kills a container after 10 s, and `onClose` hooks also need time
   */
  readonly grace?: number | undefined;
  /**
   * How many milliseconds the port stays open when `ready` fails already and responses have `Connection: close`, so that load
   * balancers notice. Kubernetes does the same with a `preStop` hook.
   * @defaultValue 0
   */
  readonly delay?: number | undefined;
}

/** A connection that was open at the end of the grace period. */
export interface CutConnection {
  /** The method of its pending request; `undefined` if it had none, as an upgraded connection or an unfinished request head. */
  readonly method: string | undefined;
  /** The target of that request, as the client sent it. */
  readonly url: string | undefined;
  /** Whether the response had begun. */
  readonly headersSent: boolean;
  readonly remoteAddress: string | undefined;
}

/** The result of `close()`. */
export interface CloseReport {
  /** What was cut at the end of the grace period; empty when every response was sent completely. */
  readonly cut: readonly CutConnection[];
}

/** Docker kills after 10 s, the shortest time among the common orchestrators: 2 s are left for `onClose` hooks. */
const DEFAULT_GRACE = 8_000;

/** The options of `close()` with their defaults, in milliseconds. */
export interface CloseLimits {
  readonly grace: number;
  readonly delay: number;
}

/**
 * Checks the options, and adds the defaults.
 *
 * @param owner - the function that takes them
 * @throws TypeError naming the option that does not exist or has an invalid value
 */
export function readCloseOptions(owner: string, options: CloseOptions): CloseLimits {
  checkOptionNames(owner, options, ['delay', 'grace']);
  const { grace = DEFAULT_GRACE, delay = 0 } = options;
  if (grace !== Number.POSITIVE_INFINITY) integerOption(owner, 'grace', grace, 0, MAX_TIMER_DELAY);
  integerOption(owner, 'delay', delay, 0, MAX_TIMER_DELAY);
  return { grace, delay };
}
