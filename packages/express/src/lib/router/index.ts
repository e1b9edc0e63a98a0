/** @module `express/lib/router/index`, as in Express 4: the function that creates routers. */
export { Router as default, Router as 'module.exports' } from '../../express.ts';
