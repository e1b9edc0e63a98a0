/**
 * @module Cold: changes to the code that ajv generates, through its option `code`.
 *
 * Keywords cannot make these changes: they concern whole functions, the loops of all keywords, and the variables with which ajv
 * remembers what it has evaluated. Each change is checked, because a version of ajv that prints other code would otherwise
 * remove the limits without anybody noticing.
 */

import { warn } from '@nextpress/middleware';
import { requirePackage } from '@nextpress/semantics/optional-package';
import { type MakePattern, makeRegExp } from '../options.ts';

/** The part of ajv's option `code` that is used here. */
export interface CodeSettings {
  readonly regExp?: MakePattern & { code: string };
  readonly process: (code: string) => string;
}

/** Code in a form that the versions of ajv which are tested do not print. */
export class UnknownCodeError extends Error {}

/** The function of a schema, after the values that it refers to. */
const FUNCTION = /\breturn (?:async )?function (validate\w*)\((?=data\b)/;

/** Starts each generated function. */
const START = 'let vErrors = null;';

/** A loop, also one in a form that ajv does not print today. `.for` is a property of the value. */
const LOOP_KEYWORD = /(?<![.\w$])(?:for|while|do)\s*[({]|\.(?:forEach|every|some)\(/g;

/** The head of a loop over the items or properties of a value. */
const LOOP_HEAD = /(?<![.\w$])for\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\s*\{/g;

/** With `allErrors` patterns are tested even if `maxLength` has failed, so longer texts are not tested at all. */
const MAX_TESTED_LENGTH = 1_000;

/** The options for validation up to the first error. Code in an unknown form stays as it is. */
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
 * The options for an explanation of why a value is invalid: loops end when there are enough errors. With `allErrors` ajv collects
 * an error for each item, and copies the list of errors for each item with a `$ref`, so a body of 1 MB would cost seconds and
 * hundreds of megabytes.
 *
 * @throws {UnknownCodeError} while a schema is compiled, because code without these limits is not safe
 */
export function limitedCode(regExp: MakePattern = makeRegExp, errorLimit: number): CodeSettings {
  const guarded: MakePattern = (pattern, flags) => {
    const tester = regExp(pattern, flags);
    return {
      test: (text) => text.length > MAX_TESTED_LENGTH || tester.test(text),
      // Ajv tells patterns apart by their text.
      toString: () => `/${pattern}/${flags}`,
    };
  };
  return { process: (code) => limitLoops(correct(code), errorLimit), regExp: named(guarded) };
}

function correct(code: string): string {
  return callOnce(correctEvaluated(code));
}

/** The end of the arguments of a call. Where functions declare the parameter, it has a default. */
const CALL = /\brootData[,}]/;

/** Limits how often a function that calls others validates the same value. `self` is the instance of ajv. */
function callOnce(code: string): string {
  const plain = withoutStrings(code);
  const found = FUNCTION.exec(plain);
  if (found === null) throw new UnknownCodeError('a function', { cause: plain });
  const { 0: head, 1: name, index } = found;
  if (!CALL.test(plain.slice(index + head.length))) return code;
  const start = code.slice(0, index);
  return `${start}const ${name} = self.nextpressOnce(function (${code.slice(index + head.length)});return ${name};`;
}

/** Adds the limit of errors to each loop. */
function limitLoops(code: string, errorLimit: number): string {
  // Ajv leaves the variable out if nothing in a function can fail.
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

/** What these look like in other variables. Errors without content are `{}`; parameters have the default `={}` without spaces. */
const UNCORRECTED =
  /(?:(?<!const err\d*)[\w$]\s+(?:\?\?|\|\|)?=|\|\||\?\?)\s*\{\}|[\w$]\[[\w$]+\]\s*=\s*true\b/;

/** The variables with the names of properties and the number of items. */
const VARIABLE = /(\b(?:var|let|const) )?\b((?:props|items)\d+)\b/g;

/**
 * Corrects how ajv remembers which properties a schema has evaluated. Its plain objects inherit `constructor` and the like, which
 * `unevaluatedProperties` then allows. Where alternatives come before `patternProperties`, it assigns to properties of
 * `undefined`, which throws for some values. Where the code of a `$ref` can never run, because `not` always fails before it, ajv
 * removes the variables that it declares and later reads them.
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

/** The same code with other strings of the same length, so that names and values in a schema are not taken for code. */
function withoutStrings(code: string): string {
  return code.replace(/"(?:[^"\\]|\\.)*"/g, ({ length }) => `"${'_'.repeat(length - 2)}"`);
}

function assertForm(isKnown: boolean, what: string, code: string): void {
  if (!isKnown) throw new UnknownCodeError(what, { cause: code });
}

let hasWarned = false;

/** Reports code in an unknown form. */
export function warnOnce(error: unknown): void {
  if (!(error instanceof UnknownCodeError)) throw error;
  if (hasWarned) return;
  hasWarned = true;
  const { version } = loadPeer<{ readonly version: string }>('ajv/package.json');
  const problem = `ajv ${version} generates code for ${error.message} in a form that @nextpress/validate does not know, so it runs unchanged`;
  warn('NEXTPRESS_AJV_CODE', `${problem}: install ajv 8.17, 8.18 or 8.20`);
}

/** Ajv needs a name for code that it writes to files, which is not used here. */
function named(regExp: MakePattern): MakePattern & { code: string } {
  return Object.assign((pattern: string, flags: string) => regExp(pattern, flags), { code: 'makePattern' });
}

/**
 * Loads a package that applications install only if they use it.
 *
 * @throws Error with the command that installs it
 */
export function loadPeer<Module>(name: string): Module {
  return requirePackage(name, 'validation with JSON Schema', [import.meta.url]);
}
