/** @module `express/lib/router/route`, as in Express 4: the class of routes. */
export { Route as default, Route as 'module.exports' } from '../../express.ts';
