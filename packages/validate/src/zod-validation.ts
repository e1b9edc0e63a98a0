/**
 * @module Schemas of zod 4 with asynchronous checks. The function of the Standard Schema interface runs the checks twice then,
 * and a check that rejects the first time is an unhandled rejection, which ends the process.
 */

import type { StandardResult, StandardSchema } from './standard-schema-types.ts';

type Result<Output> = StandardResult<Output> | Promise<StandardResult<Output>>;

/** What all schemas of zod 4 have, those of zod/mini included. */
interface ZodSchema<Output> extends StandardSchema<unknown, Output> {
  readonly _zod: {
    /** Returns a promise only if a check has returned one. */
    run(payload: Payload, context: { readonly async: boolean }): Payload | Promise<Payload>;
  };
  readonly safeParseAsync: (value: unknown) => Promise<
    | { readonly success: true; readonly data: Output }
    | {
        readonly success: false;
        readonly error: { readonly issues: readonly { readonly message: string }[] };
      }
  >;
}

interface Payload {
  value: unknown;
  issues: unknown[];
}

export function isZodSchema<Output>(schema: StandardSchema<unknown, Output>): schema is ZodSchema<Output> {
  const { _zod, safeParseAsync } = schema as Partial<ZodSchema<Output>>;
  return typeof _zod?.run === 'function' && typeof safeParseAsync === 'function';
}

/** Validates with zod, and finds out whether the schema has asynchronous checks. */
export class ZodValidation<Output> {
  readonly #schema: ZodSchema<Output>;
  /** Unknown until a value has passed all checks, because checks are skipped after a failure. */
  #mode: 'unknown' | 'sync' | 'async' = 'unknown';

  constructor(schema: ZodSchema<Output>) {
    this.#schema = schema;
  }

  validate(value: unknown): Result<Output> {
    if (this.#mode === 'unknown') this.#detect(value);
    if (this.#mode === 'async') return this.#validateAsync(value);
    const result = this.#schema['~standard'].validate(value);
    if (result instanceof Promise) this.#mode = 'async';
    return result;
  }

  #detect(value: unknown): void {
    const payload = this.#schema._zod.run({ value, issues: [] }, { async: true });
    if (payload instanceof Promise) {
      // The value is validated again, with the same outcome.
      payload.catch(() => {});
      this.#mode = 'async';
    } else if (payload.issues.length === 0) this.#mode = 'sync';
  }

  async #validateAsync(value: unknown): Promise<StandardResult<Output>> {
    const parsed = await this.#schema.safeParseAsync(value);
    return parsed.success ? { value: parsed.data } : { issues: parsed.error.issues };
  }
}
