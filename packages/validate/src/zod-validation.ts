/**
 * @module Validates zod 4 schemas with asynchronous checks. Zod's Standard Schema function first tries synchronously; if a check
 * rejects later, the unhandled rejection ends the process.
 */

import type { StandardResult, StandardSchema } from './schema-types.ts';

type Result<Output> = StandardResult<Output> | Promise<StandardResult<Output>>;

/** What all zod 4 schemas have, including those from zod/mini. */
interface ZodSchema<Output> extends StandardSchema<unknown, Output> {
  readonly _zod: {
    /** Returns a promise only if a check has returned one. */
    run(
      payload: Payload,
      context: { readonly async: boolean; readonly direction?: 'backward' },
    ): Payload | Promise<Payload>;
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

/** Validates with zod, and detects whether the schema has asynchronous checks. */
export class ZodValidation<Output> {
  readonly #schema: ZodSchema<Output>;
  /** Determined for the first value, because recursive schemas refer to variables assigned later. */
  #hasFunctions: boolean | undefined;
  #hasReturnedPromise = false;

  constructor(schema: ZodSchema<Output>) {
    this.#schema = schema;
  }

  validate(value: unknown): Result<Output> {
    this.#hasFunctions ??= mayReturnPromises(this.#schema);
    return this.#hasFunctions ? this.#validateWaiting(value) : this.#schema['~standard'].validate(value);
  }

  /** A value may never reach the asynchronous check, so any later one may be the first that does. */
  #validateWaiting(value: unknown): Result<Output> {
    if (this.#hasReturnedPromise) return this.#validateAsync(value);
    const payload = this.#schema._zod.run({ value, issues: [] }, { async: true });
    if (payload instanceof Promise) {
      // Validates again, with the same result.
      payload.catch(() => {});
      this.#hasReturnedPromise = true;
      return this.#validateAsync(value);
    }
    if (payload.issues.length === 0) return { value: payload.value as Output };
    // Validates once more, because this gives the issues their messages.
    return this.#schema['~standard'].validate(value);
  }

  async #validateAsync(value: unknown): Promise<StandardResult<Output>> {
    const parsed = await this.#schema.safeParseAsync(value);
    return parsed.success ? { value: parsed.data } : { issues: parsed.error.issues };
  }
}

/**
 * Returns the value that a zod schema decodes to the given one, if it has codecs (`z.codec`, zod 4.1).
 *
 * @returns `undefined` if the schema rejects the decoded value, or is not a zod schema
 */
export function encoded(schema: StandardSchema, value: unknown): { readonly value: unknown } | undefined {
  if (!isZodSchema(schema)) return undefined;
  try {
    const payload = schema._zod.run({ value, issues: [] }, { async: false, direction: 'backward' });
    return payload instanceof Promise || payload.issues.length > 0 ? undefined : { value: payload.value };
  } catch {
    // Zod throws for a transform, which is one-way.
    return undefined;
  }
}

/** The part of schemas and checks that describes their structure. */
interface ZodPart {
  readonly _zod: { readonly def: Readonly<Record<string, unknown>>; readonly innerType?: unknown };
}

/** Functions in a definition whose results zod does not await. */
const SYNCHRONOUS: ReadonlySet<string> = new Set([
  'catchValue',
  'defaultValue',
  'error',
  'getter',
  'reverseTransform',
  'tx',
  'when',
]);

/** Kinds whose functions are not in the definition, or that await the value itself. */
const WAITING: ReadonlySet<unknown> = new Set(['custom', 'function', 'promise']);

/** Whether a check or transform may be asynchronous. If not, zod's `validate` function is safe to call. */
export function mayReturnPromises(schema: object): boolean {
  const seen = new Set<object>();
  const pending: unknown[] = [schema];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    if (!isPart(value)) {
      pending.push(...Object.values(value));
      continue;
    }
    const { def } = value._zod;
    if (WAITING.has(def.type) || WAITING.has(def.check)) return true;
    for (const [name, content] of Object.entries(def)) {
      if (typeof content === 'function' && !SYNCHRONOUS.has(name)) return true;
      pending.push(content);
    }
    if (def.type === 'lazy') pending.push(value._zod.innerType);
  }
  return false;
}

function isPart(value: object): value is ZodPart {
  return typeof (value as Partial<ZodPart>)._zod?.def === 'object';
}
