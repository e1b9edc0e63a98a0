/** @module `express/lib/router/index`, as it is in Express 4: the function that makes routers. */
export { Router as default, Router as 'module.exports' } from '../../express.ts';
