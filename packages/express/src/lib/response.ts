/** @module `express/lib/response`: the prototype of responses. */
export { response as default, response as 'module.exports' } from '../express.ts';
