/**
 * @module Cold: corrects the code that ajv generates to remember which properties a schema has evaluated. Its plain objects
 * inherit `constructor` and the like, which `unevaluatedProperties` then allows. Where alternatives come before
 * `patternProperties`, it assigns to properties of `undefined`, which throws for some values. Where the code of a `$ref` can never
 * run, because `not` always fails before it, ajv removes the variables that it declares and later reads them.
 */

const EMPTY = '{__proto__:null}';

/** `var props0 = {}` and `props0 = props0 || {}` */
const CREATION = /\b(props\d+\s*=\s*(?:props\d+\s*\|\|\s*)?)\{\}/g;

/** `props0[key0] = true` */
const ASSIGNMENT = /\b(props\d+)\[(key\d+)\]\s*=\s*true;/g;

/** The variables with the names of properties and the number of items. */
const VARIABLE = /(\b(?:var|let|const) )?\b((?:props|items)\d+)\b/g;

/** The start of a generated function. */
const START = 'let vErrors = null;';

/** Returns the corrected code. */
export function correctEvaluatedProperties(code: string): string {
  return declareAll(code).replace(CREATION, `$1${EMPTY}`).replace(ASSIGNMENT, `($1??=${EMPTY})[$2]=true;`);
}

function declareAll(code: string): string {
  const used = new Set<string>();
  const declared = new Set<string>();
  for (const [, declaration, name = ''] of code.matchAll(VARIABLE)) {
    (declaration === undefined ? used : declared).add(name);
  }
  const missing = [...used].filter((name) => !declared.has(name));
  return missing.length === 0 ? code : code.replace(START, `${START}var ${missing.join(', ')};`);
}
