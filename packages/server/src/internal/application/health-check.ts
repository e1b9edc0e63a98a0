import { clearTimeout, setTimeout } from 'node:timers';
import type { HealthCheck } from '../../health.ts';

export type CheckResult = 'ok' | 'failed' | 'timeout';

/** A call of a check. */
interface RunningCheck {
  readonly result: Promise<CheckResult>;
  readonly abort: AbortController;
}

/** One check of readiness. */
export class ReadinessCheck {
  readonly #name: string;
  readonly #check: HealthCheck;
  readonly #timeout: number;
  /** Shared by all probes: those of many balancers, or of attackers, cost one call at a time. */
  #running: RunningCheck | undefined;
  #wasOk = true;

  constructor(name: string, check: HealthCheck, timeout: number) {
    this.#name = name;
    this.#check = check;
    this.#timeout = timeout;
  }

  /**
   * Never rejects.
   *
   * @param log - is called for the first failure after the check was fine
   */
  run(log: (error: unknown) => void): Promise<CheckResult> {
    this.#running ??= this.#start(log);
    const { result, abort } = this.#running;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        const error = this.#error(`has not finished: expected it to settle within ${this.#timeout} ms`);
        this.#fail(error, log);
        abort.abort(error);
        resolve('timeout');
      }, this.#timeout);
      void result.then((outcome) => {
        clearTimeout(timer);
        resolve(outcome);
      });
    });
  }

  #start(log: (error: unknown) => void): RunningCheck {
    const abort = new AbortController();
    const result = this.#call(abort.signal, log).finally(() => {
      this.#running = undefined;
    });
    return { result, abort };
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
