/**
 * @module The keywords `anyOf` and `oneOf` where errors are collected. Ajv reports the errors of all branches; those of branches that are
 * not meant, such as for another value of a discriminator, would come first.
 */

import type { Ajv, CodeKeywordDefinition, ErrorObject } from 'ajv';
import { loadPeer } from '../peer.ts';

/** Makes an instance report the errors of the branches that fit a value best. */
export function replaceUnions(ajv: Ajv, purpose: string): void {
  const { _, str, Name } = loadPeer<typeof import('ajv')>('ajv', purpose);
  const [all, count, path] = ['vErrors', 'errors', 'instancePath'].map((name) => new Name(name));
  for (const keyword of ['anyOf', 'oneOf']) {
    const original = ajv.getKeyword(keyword) as CodeKeywordDefinition;
    ajv.removeKeyword(keyword);
    ajv.addKeyword({
      ...original,
      code(context, ruleType) {
        const { gen, it } = context;
        // In `if`, `not` and `contains` errors are counted, and have no content.
        if (it.createErrors === false) {
          original.code(context, ruleType);
          return;
        }
        const keep = gen.scopeValue('func', { ref: keepBestErrors });
        /** The number of errors before the first branch, and after each. */
        const ends = gen.const('ends', _`[${count}]`);
        const subschema = context.subschema.bind(context);
        const error = context.error.bind(context);
        context.subschema = (...args) => {
          const inside = subschema(...args);
          gen.code(_`${ends}.push(${count})`);
          return inside;
        };
        context.error = (...args) => {
          gen.assign(count as never, _`${keep}(${all}, ${ends}, ${str`${path}${it.errorPath}`})`);
          error(...args);
        };
        original.code(context, ruleType);
      },
    });
  }
}

/**
 * Removes the errors of branches that do not fit a value, and returns how many errors are left.
 *
 * @param errors - all errors until now
 * @param ends - how many errors there were before the first branch, and after each
 * @param path - where the value is
 */
function keepBestErrors(errors: ErrorObject[] | null, ends: readonly number[], path: string): number {
  const [start = 0] = ends;
  if (errors === null) return start;
  const branches = ends.slice(1).map((end, index) => errors.slice(ends[index], end));
  const meant = branches.filter((branch) => branch.every((error) => !isOfOtherValues(error, path)));
  const least = Math.min(...meant.map((branch) => branch.length));
  if (meant.length === 0) return errors.length;
  errors.splice(start, errors.length, ...meant.filter((branch) => branch.length === least).flat());
  return errors.length;
}

/** Whether an error means that a branch is for values of another type, or with another discriminator. */
function isOfOtherValues({ keyword, instancePath }: ErrorObject, path: string): boolean {
  const depth = instancePath.slice(path.length).split('/').length - 1;
  return keyword === 'type' ? depth === 0 : ['const', 'enum'].includes(keyword) && depth <= 1;
}
