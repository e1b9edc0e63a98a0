/** @module The types of the option `health`. */

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
