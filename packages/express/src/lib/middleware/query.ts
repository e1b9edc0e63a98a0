/** @module `express/lib/middleware/query`, as in Express 4. */
export { query as default, query as 'module.exports' } from '../../internal/versioned-middleware.ts';
