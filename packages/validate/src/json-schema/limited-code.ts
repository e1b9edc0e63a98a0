/**
 * @module Cold: options for the code that ajv generates. With `allErrors` ajv collects an error for each item, and copies the list
 * of errors for each item with a `$ref`, so a body of 1 MB would cost seconds and hundreds of megabytes.
 */

import { correctEvaluatedProperties } from './evaluated-properties.ts';
import { countCalls, TAKE_STEP } from './work-limit.ts';

/** A regular expression, or an object of a package such as re2. */
export interface PatternTester {
  test(text: string): boolean;
}

/** Makes regular expressions. */
export type MakePattern = (pattern: string, flags: string) => PatternTester;

/** The part of ajv's option `code` that is used here. */
export interface CodeSettings {
  readonly regExp?: MakePattern & { code: string };
  readonly process: (code: string) => string;
}

/** The head of each loop over the items or properties of a value. */
const LOOP = /\bfor\((?:const|let|var) \w+(?:=[^;{}]*;[^;{}]*;[^;{}()]*| (?:in|of) [\w.]+)\)\s*\{/g;

/** With `allErrors` patterns are tested even if `maxLength` has failed, so longer texts are not tested at all. */
const MAX_TESTED_LENGTH = 1_000;

/** The options for validation up to the first error. */
export function plainCode(regExp: MakePattern | undefined): CodeSettings {
  const process = (code: string): string => countCalls(correctEvaluatedProperties(code));
  return regExp === undefined ? { process } : { process, regExp: named(regExp) };
}

/** The options for an explanation of why a value is invalid: loops end when there are enough errors. */
export function limitedCode(regExp: MakePattern = makeRegExp, errorLimit: number): CodeSettings {
  const guarded: MakePattern = (pattern, flags) => {
    const tester = regExp(pattern, flags);
    return {
      test: (text) => text.length > MAX_TESTED_LENGTH || tester.test(text),
      // Ajv tells patterns apart by their text.
      toString: () => `/${pattern}/${flags}`,
    };
  };
  // Ajv leaves the variable out if nothing in a function can fail.
  const stop = `if(typeof errors!=="undefined"&&errors>=${errorLimit})break;`;
  const process = (code: string): string =>
    countCalls(correctEvaluatedProperties(code)).replace(LOOP, (head) => `${head}${TAKE_STEP}${stop}`);
  return { process, regExp: named(guarded) };
}

/** What patterns are made with unless the option `regExp` says otherwise. */
export function makeRegExp(pattern: string, flags: string): RegExp {
  return new RegExp(pattern, flags);
}

/** Ajv needs a name for code that it writes to files, which is not used here. */
function named(regExp: MakePattern): MakePattern & { code: string } {
  return Object.assign((pattern: string, flags: string) => regExp(pattern, flags), { code: 'makePattern' });
}
