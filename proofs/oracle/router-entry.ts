/** @module What the oracle of the router compares: lookups, and the forms that patterns are compiled to. */
export { createRouter } from '../../packages/router/src/create-router.ts';
export { compilePattern } from '../../packages/router/src/internal/pattern/compile-pattern.ts';
export { path, richPattern } from '../../packages/router/test/arbitrary.ts';
