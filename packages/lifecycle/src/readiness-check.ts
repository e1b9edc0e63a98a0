import { clearTimeout, setTimeout } from 'node:timers';
import { MAX_TIMER_DELAY } from '@nextpress/semantics/options';
import type { HealthCheck } from './health-options.ts';

/** A call that has not settled after this many timeouts is abandoned, and its check may be called again. */
const TIMEOUTS_UNTIL_RETRY = 10;

export type CheckResult = 'ok' | 'failed' | 'timeout';

export class ReadinessCheck {
  readonly #name: string;
  readonly #check: HealthCheck;
  readonly #timeout: number;
  /**
   * The result of the running call, shared by all probes, so that many balancers, or an attacker, cost one call at a
   * time. It settles in time even if the call never does, so that neither probes nor calls pile up.
   */
  #running: Promise<CheckResult> | undefined;
  #wasOk = true;

  constructor(name: string, check: HealthCheck, timeout: number) {
    this.#name = name;
    this.#check = check;
    this.#timeout = timeout;
  }

  /**
   * Never rejects.
   *
   * @param log - called on the first failure after a success
   */
  run(log: (error: unknown) => void): Promise<CheckResult> {
    this.#running ??= this.#start(log);
    return this.#running;
  }

  #start(log: (error: unknown) => void): Promise<CheckResult> {
    const abort = new AbortController();
    const running = new Promise<CheckResult>((resolve) => {
      const forget = (): void => {
        if (this.#running === running) this.#running = undefined;
      };
      const timer = setTimeout(() => {
        const error = this.#error(`has not finished: expected it to settle within ${this.#timeout} ms`);
        this.#fail(error, log);
        abort.abort(error);
        resolve('timeout');
      }, this.#timeout);
      const retry = setTimeout(
        forget,
        Math.min(this.#timeout * TIMEOUTS_UNTIL_RETRY, MAX_TIMER_DELAY),
      ).unref();
      void this.#call(abort.signal, log).then((result) => {
        clearTimeout(timer);
        clearTimeout(retry);
        forget();
        resolve(result);
      });
    });
    return running;
  }

  async #call(signal: AbortSignal, log: (error: unknown) => void): Promise<CheckResult> {
    try {
      if ((await this.#check(signal)) === false) throw this.#error('returned false');
    } catch (error) {
      this.#fail(error, log);
      return 'failed';
    }
    this.#wasOk = true;
    return 'ok';
  }

  #fail(error: unknown, log: (error: unknown) => void): void {
    if (this.#wasOk) log(error);
    this.#wasOk = false;
  }

  #error(problem: string): Error {
    return new Error(`Readiness check "${this.#name}" ${problem}`);
  }
}
