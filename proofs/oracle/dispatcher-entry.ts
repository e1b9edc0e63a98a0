/** @module What the oracle of the dispatcher compares. */
export { Chain } from '../../packages/middleware/src/chain.ts';
