/** @module Which strings a JSON Schema accepts, to know when a string of a URL is meant as another type. */

import type { JsonSchemaObject } from './json-schema.ts';
import type { MakePattern } from './limited-code.ts';

/** Tells whether a string is accepted. */
export type StringTest = (text: string) => boolean;

/** What the keywords of strings refer to. */
export interface StringContext {
  readonly makePattern: MakePattern;
  /** Finds the function of a format; `undefined` for one that allows every string. */
  readonly findFormat: (name: string) => StringTest | undefined;
}

export const EVERY_STRING: StringTest = () => true;
export const NO_STRING: StringTest = () => false;

/** The strings that the keywords of one schema allow, without those of `enum` and `const`. */
export function limitsOf(schema: JsonSchemaObject, { makePattern, findFormat }: StringContext): StringTest {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format } = schema as StringKeywords;
  // The lengths first, because a pattern can take long.
  let test: StringTest =
    'minLength' in schema || 'maxLength' in schema
      ? (text) => isWithin(text, minLength, maxLength)
      : EVERY_STRING;
  if (typeof format === 'string') test = both(test, findFormat(format) ?? EVERY_STRING);
  if (typeof pattern === 'string') {
    const regExp = makePattern(pattern, 'u');
    test = both(test, (text) => regExp.test(text));
  }
  return test;
}

interface StringKeywords {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: unknown;
  readonly format?: unknown;
}

export function both(one: StringTest, other: StringTest): StringTest {
  if (one === EVERY_STRING || other === NO_STRING) return other;
  if (other === EVERY_STRING || one === NO_STRING) return one;
  return (text) => one(text) && other(text);
}

export function either(one: StringTest, other: StringTest): StringTest {
  if (one === NO_STRING || other === EVERY_STRING) return other;
  if (other === NO_STRING || one === EVERY_STRING) return one;
  return (text) => one(text) || other(text);
}

/** Lengths are counted in code points, of which a string has at least half as many as its length. */
function isWithin(text: string, minLength: number, maxLength: number): boolean {
  if (text.length < minLength || text.length > 2 * maxLength) return false;
  let length = 0;
  for (const _ of text) length++;
  return length >= minLength && length <= maxLength;
}
