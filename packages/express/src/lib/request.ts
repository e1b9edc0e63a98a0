/** @module `express/lib/request`: the prototype of requests. */
export { request as default, request as 'module.exports' } from '../express.ts';
