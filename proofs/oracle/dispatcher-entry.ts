/** @module What the oracle of the dispatcher compares. */
export { Chain } from '../../packages/middleware/src/chain.ts';
export { compose } from '../../packages/middleware/src/compose.ts';
export { Router } from '../../packages/server/src/router.ts';
