/**
 * @module Compares what fast-json-stringify sends with the schema. Both modes agree about dates, bigints, `toJSON`, properties that
 * are not declared and missing ones. Only in the mode `check` is a value of another type an error, instead of converted.
 */

import { HttpError } from '@nextpress/semantics/http-error';
import { thrownText } from '@nextpress/semantics/thrown-value';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { pointerPath } from '../json-schema/json-schema.ts';
import { forgetOutcomes } from '../json-schema/validate-once.ts';
import { printLocation } from '../validation-issue.ts';

/** Returns the JSON text of a value. */
export type Serialize = (value: unknown) => string | undefined;

/** For the mode `check`: reports a response of which what is sent does not match, or is another value than the handler's. */
export function checkSent(
  serialize: Serialize,
  check: ValidateFunction,
  explain: () => ValidateFunction,
  what: string,
): Serialize {
  const explainedErrors = (value: unknown): readonly ErrorObject[] => {
    const explaining = explain();
    explaining(value);
    return explaining.errors ?? check.errors ?? [];
  };
  return (value) => {
    const text = explainFailure(
      () => serialize(value),
      value,
      (plain) => {
        if (!check(plain)) throw mismatch(explainedErrors(plain), plain, what);
      },
      what,
    );
    if (text === undefined) return text;
    const given = asGiven(value, JSON.parse(text), what);
    try {
      if (!check(given)) throw mismatch(explainedErrors(given), given, what);
    } finally {
      forgetOutcomes();
    }
    return text;
  };
}

/** For the mode `serialize`: reports missing properties of a `null`, for which fast-json-stringify writes `{}`. */
export function requireProperties(
  serialize: Serialize,
  explain: () => ValidateFunction,
  what: string,
): Serialize {
  return (value) => {
    const text = serialize(value);
    if (!text?.includes('{}')) return text;
    const sent: unknown = JSON.parse(text);
    const check = explain();
    if (check(sent)) return text;
    const missing = check.errors?.filter(({ keyword }) => keyword === 'required') ?? [];
    if (missing.length > 0) throw mismatch(missing, sent, what);
    return text;
  };
}

/** The value that a client would read without a schema: dates are strings, and `toJSON` has been called. */
export function plainJson(value: unknown, what: string): unknown {
  return JSON.parse(stringify(value, what) ?? 'null');
}

/** The JSON text of a value. What JSON cannot represent is an error with the route, except for bigints that are safe integers. */
export function stringify(value: unknown, what: string): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return stringifyBigints(value, what);
  }
}

/** Apart, because a function for each value makes `JSON.stringify` slow. */
function stringifyBigints(value: unknown, what: string): string | undefined {
  try {
    return JSON.stringify(value, (_name, each) => (typeof each === 'bigint' ? safeNumber(each) : each));
  } catch (error) {
    throw invalidResponse(what, thrownText(error), error);
  }
}

function safeNumber(value: bigint): number {
  const number = Number(value);
  if (Number.isSafeInteger(number)) return number;
  throw new RangeError(`the bigint ${value} is not a safe integer`);
}

/** The message of ajv names the property, and that of fast-json-stringify does not always. */
function explainFailure(
  serialize: () => string | undefined,
  value: unknown,
  check: (plain: unknown) => void,
  what: string,
): string | undefined {
  try {
    return serialize();
  } catch (error) {
    check(plainJson(value, what));
    throw error;
  }
}

/** What is sent, with the handler's value where it was converted. Dates and bigints have no value in JSON, so theirs is what is sent. */
function asGiven(value: unknown, sent: unknown, what: string): unknown {
  if (value === undefined || typeof value === 'bigint' || value instanceof Date) return sent;
  const { toJSON } = Object(value) as { toJSON?: unknown };
  if (typeof toJSON === 'function') return asGiven(toJSON.call(value, ''), sent, what);
  if (typeof value !== 'object' || value === null || typeof sent !== 'object' || sent === null) {
    return plainJson(value, what);
  }
  if (Array.isArray(sent) !== Array.isArray(value)) return plainJson(value, what);
  const source = value as Readonly<Record<string, unknown>>;
  if (Array.isArray(sent)) return sent.map((item, index) => asGiven(source[index], item, what));
  const entries = Object.entries(sent).map(([name, each]) => [name, asGiven(source[name], each, what)]);
  return Object.fromEntries(entries);
}

function mismatch([first]: readonly ErrorObject[], value: unknown, what: string): Error {
  const location = printLocation('response', pointerPath(first?.instancePath ?? '', value));
  return invalidResponse(what, `${location} ${first?.message ?? 'is invalid'}`);
}

/** The error for a response that does not match its schema. Its message is for logs, not for clients. */
export function invalidResponse(what: string, problem: string, cause?: unknown): HttpError {
  const message = `Response does not match its schema: ${problem} in the ${what}`;
  return new HttpError(500, 'ERR_RESPONSE_SCHEMA', message, cause === undefined ? {} : { cause });
}
