/**
 * @module Cold: patches the code that ajv generates, through its `code` option.
 *
 * Custom keywords cannot do this: the patches change whole functions, every loop, and the variables in which ajv tracks
 * evaluated properties. Each patch checks that it finds the code it expects, because an ajv version that prints different code
 * would otherwise silently lose these limits.
 */

import { warn } from '@nextpress/middleware';
import { requirePackage } from '@nextpress/semantics/optional-package';
import { type MakePattern, makeRegExp } from '../options.ts';

/** The part of ajv's `code` option that is used here. */
export interface CodeSettings {
  readonly regExp?: MakePattern & { code: string };
  readonly process: (code: string) => string;
}

/** The code differs from what the tested ajv versions print. */
export class UnknownCodeError extends Error {}

/** The function of a schema, after the declarations of the values it uses. */
const FUNCTION = /\breturn (?:async )?function (validate\w*)\((?=data\b)/;

/** The first statement of each generated function. */
const START = 'let vErrors = null;';

/** A loop, including forms that ajv does not print today. `.for` is a property access on the value. */
const LOOP_KEYWORD = /(?<![.\w$])(?:for|while|do)\s*[({]|\.(?:forEach|every|some)\(/g;

/** The head of a loop over the items or properties of a value. */
const LOOP_HEAD = /(?<![.\w$])for\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\s*\{/g;

/** With `allErrors`, patterns run even when `maxLength` has failed, so longer strings skip them. */
const MAX_TESTED_LENGTH = 1_000;

/** Options for validation that stops at the first error. Unrecognized code stays as it is. */
export function plainCode(regExp: MakePattern | undefined): CodeSettings {
  const process = (code: string): string => {
    try {
      return correct(code);
    } catch (error) {
      warnOnce(error);
      return code;
    }
  };
  return regExp === undefined ? { process } : { process, regExp: named(regExp) };
}

/**
 * Options for explaining why a value is invalid: loops stop once there are enough errors. With `allErrors`, ajv collects an error
 * per item and copies the error list per item with a `$ref`, so a 1 MB body would cost seconds and hundreds of megabytes.
 *
 * @throws {UnknownCodeError} while compiling a schema, because code without these limits is not safe
 */
export function limitedCode(regExp: MakePattern = makeRegExp, errorLimit: number): CodeSettings {
  const guarded: MakePattern = (pattern, flags) => {
    const tester = regExp(pattern, flags);
    return {
      test: (text) => text.length > MAX_TESTED_LENGTH || tester.test(text),
      // Ajv identifies patterns by their string.
      toString: () => `/${pattern}/${flags}`,
    };
  };
  return { process: (code) => limitLoops(correct(code), errorLimit), regExp: named(guarded) };
}

function correct(code: string): string {
  return callOnce(correctEvaluated(code));
}

/** The end of a call's arguments. Function declarations give the parameter a default. */
const CALL = /\brootData[,}]/;

/** Limits how often a function that calls others validates the same value. `self` is the ajv instance. */
function callOnce(code: string): string {
  const plain = withoutStrings(code);
  const found = FUNCTION.exec(plain);
  if (found === null) throw new UnknownCodeError('a function', { cause: plain });
  const { 0: head, 1: name, index } = found;
  if (!CALL.test(plain.slice(index + head.length))) return code;
  const start = code.slice(0, index);
  return `${start}const ${name} = self.nextpressOnce(function (${code.slice(index + head.length)});return ${name};`;
}

/** Adds the error limit to each loop. */
function limitLoops(code: string, errorLimit: number): string {
  // Ajv omits the variable if nothing in a function can fail.
  const stop = `if(typeof errors!=="undefined"&&errors>=${errorLimit})break;`;
  const plain = withoutStrings(code);
  const heads = [...plain.matchAll(LOOP_HEAD)];
  assertForm(heads.length === (plain.match(LOOP_KEYWORD)?.length ?? 0), 'a loop', plain);
  let limited = '';
  let copied = 0;
  for (const { index, 0: head } of heads) {
    limited += `${code.slice(copied, index + head.length)}${stop}`;
    copied = index + head.length;
  }
  return limited + code.slice(copied);
}

const EMPTY = '{__proto__:null}';

/** `var props0 = {}` and `props0 = props0 || {}` */
const CREATION = /\b(props\d+\s*=\s*(?:props\d+\s*\|\|\s*)?)\{\}/g;

/** `props0[key0] = true` */
const ASSIGNMENT = /\b(props\d+)\[(key\d+)\]\s*=\s*true;/g;

/** Either form with other variable names. Leaves out errors without details (`err0 = {}`) and default parameters (`={}`). */
const UNCORRECTED =
  /(?:(?<!const err\d*)[\w$]\s+(?:\?\?|\|\|)?=|\|\||\?\?)\s*\{\}|[\w$]\[[\w$]+\]\s*=\s*true\b/;

/** Variables that hold evaluated property names and item counts. */
const VARIABLE = /(\b(?:var|let|const) )?\b((?:props|items)\d+)\b/g;

/**
 * Fixes how ajv tracks evaluated properties. Its plain objects inherit names such as `constructor`, which `unevaluatedProperties`
 * then allows. When alternatives come before `patternProperties`, it assigns to properties of `undefined`, which throws for some
 * values. When the code of a `$ref` is unreachable, because `not` always fails before it, ajv drops the variables that it
 * declares but still reads them.
 */
function correctEvaluated(code: string): string {
  const corrected = declareAll(code)
    .replace(CREATION, `$1${EMPTY}`)
    .replace(ASSIGNMENT, `($1??=${EMPTY})[$2]=true;`);
  const plain = withoutStrings(corrected).replaceAll(`??=${EMPTY})`, ')');
  assertForm(!UNCORRECTED.test(plain), 'evaluated properties', plain);
  return corrected;
}

function declareAll(code: string): string {
  const used = new Set<string>();
  const declared = new Set<string>();
  for (const [, declaration, name = ''] of code.matchAll(VARIABLE)) {
    (declaration === undefined ? used : declared).add(name);
  }
  const missing = [...used].filter((name) => !declared.has(name));
  assertForm(missing.length === 0 || code.includes(START), 'the start of a function', code);
  return missing.length === 0 ? code : code.replace(START, `${START}var ${missing.join(', ')};`);
}

/** Replaces string contents, keeping their length, so that names and values in a schema are not mistaken for code. */
function withoutStrings(code: string): string {
  return code.replace(/"(?:[^"\\]|\\.)*"/g, ({ length }) => `"${'_'.repeat(length - 2)}"`);
}

function assertForm(isKnown: boolean, what: string, code: string): void {
  if (!isKnown) throw new UnknownCodeError(what, { cause: code });
}

let hasWarned = false;

/** Warns about unrecognized code. */
export function warnOnce(error: unknown): void {
  if (!(error instanceof UnknownCodeError)) throw error;
  if (hasWarned) return;
  hasWarned = true;
  const { version } = loadPeer<{ readonly version: string }>('ajv/package.json');
  const problem = `@nextpress/validate does not recognize the code that ajv ${version} generates for ${error.message}, so it runs unchanged`;
  warn('NEXTPRESS_AJV_CODE', `${problem}: install ajv 8.17, 8.18 or 8.20`);
}

/** Ajv requires a name for code that it writes to files; we never write any. */
function named(regExp: MakePattern): MakePattern & { code: string } {
  return Object.assign((pattern: string, flags: string) => regExp(pattern, flags), { code: 'makePattern' });
}

/**
 * Loads a package that applications install only if they use it.
 *
 * @throws Error with the command that installs the package
 */
export function loadPeer<Module>(name: string): Module {
  return requirePackage(name, 'validation with JSON Schema', [import.meta.url]);
}
