import { clearInterval, setInterval } from 'node:timers';

/** Checks per timeout. A suspended process counts none, so clients do not lose time in which they could not act. */
const CHECKS = 2;

/** Calls back whenever nothing has changed for a while. */
export class ProgressWatch {
  readonly #progress: () => string;
  readonly #onStalled: () => void;
  readonly #timer: NodeJS.Timeout | undefined;
  #last: string;
  #checks = 0;

  /**
   * @param timeout - in milliseconds; 0 disables it
   * @param progress - returns the value to watch
   */
  constructor(timeout: number, progress: () => string, onStalled: () => void) {
    this.#progress = progress;
    this.#onStalled = onStalled;
    this.#last = progress();
    if (timeout > 0) this.#timer = setInterval(() => this.#check(), timeout / CHECKS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    const now = this.#progress();
    if (now !== this.#last) {
      this.#last = now;
      this.#checks = 0;
    } else if (++this.#checks === CHECKS) {
      this.#checks = 0;
      this.#onStalled();
    }
  }
}
