import { checkOptionNames, integerOption, MAX_TIMER_DELAY } from '@nextpress/semantics/options';
import type { CloseOptions } from '../../closing.ts';

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
