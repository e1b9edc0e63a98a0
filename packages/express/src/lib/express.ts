/** @module `express/lib/express`: the function. */
export { default, default as 'module.exports' } from '../express.ts';
