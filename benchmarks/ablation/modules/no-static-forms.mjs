// In the place of router/internal/compile-pattern: no form of a pattern is a literal, so that all are found in the tree.
import { compilePattern as compile } from '../../../packages/router/src/internal/compile-pattern.ts';

/** @type {typeof compile} */
export function compilePattern(pattern, options) {
  return compile(pattern, options).map((form) => ({ ...form, literal: undefined }));
}
