import { checkOptionNames, integerOption, MAX_TIMER_DELAY } from '@nextpress/semantics/options';

/** Options of `close()`. */
export interface CloseOptions {
  /**
   * How long pending responses may take after the port closes, in milliseconds. Connections that are still open then
   * are cut. `preClose` hooks get half a second more, and `onClose` hooks then get as long again, at least 2 seconds.
   * `Infinity` waits for all of them.
   * @defaultValue 8000: Docker kills a container after 10 s, and `onClose` hooks also need time
   */
  readonly grace?: number | undefined;
  /**
   * How long the port stays open while `ready` already fails and responses carry `Connection: close`, in milliseconds,
   * so that load balancers notice. Kubernetes does the same with a `preStop` hook.
   * @defaultValue 0
   */
  readonly delay?: number | undefined;
}

/** A connection that was open at the end of the grace period. */
export interface CutConnection {
  /**
   * The method of its pending request; `undefined` if it had none, e.g. on an upgraded connection or during a request
   * head.
   */
  readonly method: string | undefined;
  /** The target of that request, as sent by the client. */
  readonly url: string | undefined;
  /** Whether the response had started. */
  readonly headersSent: boolean;
  readonly remoteAddress: string | undefined;
}

/** The result of `close()`. */
export interface CloseReport {
  /** The connections cut at the end of the grace period; empty if every response was sent completely. */
  readonly cut: readonly CutConnection[];
}

/** Docker kills a container after 10 s, sooner than other common orchestrators: this leaves 2 s for `onClose` hooks. */
const DEFAULT_GRACE = 8_000;

/** The options of `close()` with their defaults, in milliseconds. */
export interface CloseLimits {
  readonly grace: number;
  readonly delay: number;
}

/**
 * Checks the options, and adds the defaults.
 *
 * @param owner - the function that takes the options
 * @throws TypeError naming the unknown or invalid option
 */
export function readCloseOptions(owner: string, options: CloseOptions): CloseLimits {
  checkOptionNames(owner, options, ['delay', 'grace']);
  const { grace = DEFAULT_GRACE, delay = 0 } = options;
  if (grace !== Number.POSITIVE_INFINITY) integerOption(owner, 'grace', grace, 0, MAX_TIMER_DELAY);
  integerOption(owner, 'delay', delay, 0, MAX_TIMER_DELAY);
  return { grace, delay };
}
