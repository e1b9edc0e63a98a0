/**
 * @module Cold: corrects the code that ajv generates to remember which properties a schema has evaluated. Its plain objects
 * inherit `constructor` and the like, which `unevaluatedProperties` then allows. Where alternatives come before
 * `patternProperties`, it assigns to properties of `undefined`, which throws for some values.
 */

const EMPTY = '{__proto__:null}';

/** `var props0 = {}` and `props0 = props0 || {}` */
const CREATION = /\b(props\d+\s*=\s*(?:props\d+\s*\|\|\s*)?)\{\}/g;

/** `props0[key0] = true` */
const ASSIGNMENT = /\b(props\d+)\[(key\d+)\]\s*=\s*true;/g;

/** Returns the corrected code. */
export function correctEvaluatedProperties(code: string): string {
  return code.replace(CREATION, `$1${EMPTY}`).replace(ASSIGNMENT, `($1??=${EMPTY})[$2]=true;`);
}
