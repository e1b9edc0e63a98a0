/** @module What the oracle of the router compares: lookups, prefixes, and the forms that patterns are compiled to. */
export { createMatcher } from '../../packages/router/src/create-matcher.ts';
export { createRouter } from '../../packages/router/src/create-router.ts';
export { compilePattern } from '../../packages/router/src/internal/pattern/compile-pattern.ts';
export { path, richPattern } from '../../packages/router/test/arbitrary.ts';
