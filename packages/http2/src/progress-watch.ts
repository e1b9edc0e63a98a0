import { clearInterval, setInterval } from 'node:timers';

/** The checks in one timeout. They are counted, because a suspended process has not given its clients the time. */
const CHECKS = 2;

/** Calls back each time that nothing has changed for a while. */
export class ProgressWatch {
  readonly #progress: () => string;
  readonly #onStalled: () => void;
  readonly #timer: NodeJS.Timeout | undefined;
  #last: string;
  #checks = 0;

  /**
   * @param timeout - in milliseconds; 0 for no limit
   * @param progress - returns what changes
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
