/**
 * @module Schemas of zod 4 with asynchronous checks. The function of the Standard Schema interface tries without waiting first, and
 * a check that rejects then is an unhandled rejection, which ends the process.
 */

import type { StandardResult, StandardSchema } from './schema-types.ts';

type Result<Output> = StandardResult<Output> | Promise<StandardResult<Output>>;

/** What all schemas of zod 4 have, those of zod/mini included. */
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

/** Validates with zod, and finds out whether the schema has asynchronous checks. */
export class ZodValidation<Output> {
  readonly #schema: ZodSchema<Output>;
  /** Found out for the first value, because recursive schemas refer to variables that are assigned later. */
  #hasFunctions: boolean | undefined;
  #hasReturnedPromise = false;

  constructor(schema: ZodSchema<Output>) {
    this.#schema = schema;
  }

  validate(value: unknown): Result<Output> {
    this.#hasFunctions ??= mayReturnPromises(this.#schema);
    return this.#hasFunctions ? this.#validateWaiting(value) : this.#schema['~standard'].validate(value);
  }

  /** Some values do not reach the asynchronous check, so each may be the first that does. */
  #validateWaiting(value: unknown): Result<Output> {
    if (this.#hasReturnedPromise) return this.#validateAsync(value);
    const payload = this.#schema._zod.run({ value, issues: [] }, { async: true });
    if (payload instanceof Promise) {
      // The value is validated again, with the same outcome.
      payload.catch(() => {});
      this.#hasReturnedPromise = true;
      return this.#validateAsync(value);
    }
    if (payload.issues.length === 0) return { value: payload.value as Output };
    // Once more, because this also gives the issues their messages.
    return this.#schema['~standard'].validate(value);
  }

  async #validateAsync(value: unknown): Promise<StandardResult<Output>> {
    const parsed = await this.#schema.safeParseAsync(value);
    return parsed.success ? { value: parsed.data } : { issues: parsed.error.issues };
  }
}

/**
 * The value that a schema of zod decodes to the given one, if it has codecs (`z.codec`, zod 4.1).
 *
 * @returns `undefined` if the schema does not accept the decoded value, or is not of zod
 */
export function encoded(schema: StandardSchema, value: unknown): { readonly value: unknown } | undefined {
  if (!isZodSchema(schema)) return undefined;
  try {
    const payload = schema._zod.run({ value, issues: [] }, { async: false, direction: 'backward' });
    return payload instanceof Promise || payload.issues.length > 0 ? undefined : { value: payload.value };
  } catch {
    // Zod throws for a transformation, which has one direction only.
    return undefined;
  }
}

/** The part of schemas and checks that says what they are made of. */
interface ZodPart {
  readonly _zod: { readonly def: Readonly<Record<string, unknown>>; readonly innerType?: unknown };
}

/** Functions in a definition whose results zod does not wait for. */
const SYNCHRONOUS: ReadonlySet<string> = new Set([
  'catchValue',
  'defaultValue',
  'error',
  'getter',
  'reverseTransform',
  'tx',
  'when',
]);

/** Kinds whose functions are not in the definition, or that wait for the value itself. */
const WAITING: ReadonlySet<unknown> = new Set(['custom', 'function', 'promise']);

/** Whether a check or a transformation of the schema may be asynchronous. Without one, zod need not be asked to wait. */
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
