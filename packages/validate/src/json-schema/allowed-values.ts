/**
 * @module The keywords `const` and `enum` with objects and arrays. Ajv compares them with a function that calls `valueOf` and
 * `toString` of the value, so that a body such as `{"toString":1}` would throw.
 */

import type { Ajv, CodeKeywordDefinition } from 'ajv';
import { loadPeer } from '../peer.ts';
import { areEqual } from './equal-values.ts';

/** Replaces the keywords of an instance. Those with scalars only keep the code of ajv. */
export function replaceComparisons(ajv: Ajv, purpose: string): void {
  const { _ } = loadPeer<typeof import('ajv')>('ajv', purpose);
  for (const keyword of ['const', 'enum']) {
    const original = ajv.getKeyword(keyword) as CodeKeywordDefinition;
    ajv.removeKeyword(keyword);
    ajv.addKeyword({
      ...original,
      code(context, ruleType) {
        const values: readonly unknown[] = keyword === 'const' ? [context.schema] : context.schema;
        if (values.every(isScalar)) {
          original.code(context, ruleType);
          return;
        }
        const isAllowed = context.gen.scopeValue('func', { ref: matcher(values) });
        context.fail(_`!${isAllowed}(${context.data})`);
      },
    });
  }
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

function matcher(values: readonly unknown[]): (value: unknown) => boolean {
  return (value) => values.some((allowed) => areEqual(allowed, value));
}
