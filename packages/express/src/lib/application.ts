/** @module `express/lib/application`: the prototype of applications. */
export { application as default, application as 'module.exports' } from '../express.ts';
